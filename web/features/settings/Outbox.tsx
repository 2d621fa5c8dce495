import { Inbox } from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import { listMessages, messageChannels, messageStatuses } from '#contract/messages.ts'
import { useList } from '#web/api/use-read.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { countChanged, useUrlState } from '#web/lib/use-url-state.ts'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FilterBar, Filters } from '#web/ui/Filters.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { recordMark, useShowList } from '#web/ui/shown-lists.ts'
import { MessageItem } from './outbox/MessageItem.tsx'
import { MessagePanel } from './outbox/MessagePanel.tsx'
import { channelOptions, chosen, statusOptions } from './outbox/message-badges.ts'

const PAGE_SIZE = 25
const LIST = 'outbox'
const defaults = { channel: '', state: '', message: '' }
const NONE: readonly string[] = []

/** Every SMS and mail; without a provider they stay here, so that a local installation can read them. */
export function Outbox(): ReactElement {
  const [{ channel, state, message: q }, set] = useUrlState(defaults)
  const { open } = useOpenRecord('outbox')
  const filters = { channel: chosen(messageChannels, channel), status: chosen(messageStatuses, state) }
  const list = useList(listMessages, { query: { ...filters, q, limit: PAGE_SIZE } })
  useShowList(LIST, {
    keys: useMemo(() => list.items?.map(({ id }) => String(id)) ?? NONE, [list.items]),
    total: list.total,
    more: list,
  })
  return (
    <Panel title="Outbox" flush>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <FilterBar>
          <SearchField label="Search messages" value={q} onChange={(next) => set({ message: next })} />
          <Filters
            count={countChanged({ channel, state }, { channel: '', state: '' }, ['channel', 'state'])}
            onClear={() => set({ channel: '', state: '' })}
          >
            <Select
              aria-label="Channel"
              options={channelOptions}
              value={filters.channel ?? ''}
              onChange={(event) => set({ channel: event.target.value })}
            />
            <Select
              aria-label="State"
              options={statusOptions}
              value={filters.status ?? ''}
              onChange={(event) => set({ state: event.target.value })}
            />
          </Filters>
        </FilterBar>
      </div>
      <Messages
        list={list}
        isFiltered={Boolean(filters.channel ?? filters.status) || q !== ''}
        onOpen={(id) => open(id, LIST)}
      />
      <MessagePanel />
    </Panel>
  )
}

interface MessagesProps {
  list: ReturnType<typeof useList<typeof listMessages>>
  isFiltered: boolean
  onOpen: (id: number) => void
}

function Messages({ list, isFiltered, onOpen }: MessagesProps): ReactElement {
  if (!list.items) {
    return list.error ? (
      <ErrorState title="The messages could not be loaded." error={list.error} onRetry={list.retry} />
    ) : (
      <Loading text="Loading messages...">
        <div className="flex flex-col gap-5 p-4">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-12" />
          ))}
        </div>
      </Loading>
    )
  }
  if (list.items.length === 0) {
    return isFiltered ? (
      <EmptyState icon={Inbox} title="No messages match these filters" />
    ) : (
      <EmptyState icon={Inbox} title="No messages yet">
        SMS and emails appear here: links requested in calls, meeting confirmations, saved applications.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Messages" className={list.isRefreshing ? 'opacity-60 transition-opacity' : undefined}>
        {list.items.map((message) => (
          <MessageItem
            key={message.id}
            message={message}
            mark={recordMark(LIST, message.id)}
            onOpen={() => onOpen(message.id)}
          />
        ))}
      </ul>
      <Pager noun="messages" shown={list.items.length} total={list.total} more={list} />
    </>
  )
}
