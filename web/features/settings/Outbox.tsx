import { Inbox } from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import { channelLabels } from '#contract/messages/message-words.ts'
import {
  listMessages,
  messageChannels,
  messageStatuses,
  type OutboxMessage,
} from '#contract/messages/messages.ts'
import { systemInfo } from '#contract/system/system.ts'
import { useList, useRead } from '#web/api/use-read.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { countChanged, useUrlState } from '#web/lib/use-url-state.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterBar, Filters } from '#web/ui/Filters.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { useSelection } from '#web/ui/use-selection.ts'
import { MessagePanel } from './outbox/MessagePanel.tsx'
import { channelOptions, chosen, rowReason, statusLook, statusOptions } from './outbox/message-badges.ts'
import { NotSending } from './outbox/NotSending.tsx'
import { SelectedMessages } from './outbox/SelectedMessages.tsx'
import { SendAgain } from './outbox/SendAgain.tsx'

const PAGE_SIZE = 25
const NO_ITEMS: readonly OutboxMessage[] = []
const LIST = 'outbox'
const defaults = { channel: '', state: '', message: '' }

const toOf = ({ channel, to }: OutboxMessage): string => (channel === 'sms' ? formatPhone(to) : to)
const textOf = ({ channel, subject, body }: OutboxMessage): string =>
  channel === 'email' ? subject || 'No subject' : body

const columns: readonly Column<OutboxMessage>[] = [
  {
    id: 'to',
    header: 'To',
    cell: (message) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-medium">{message.broker?.name ?? toOf(message)}</span>
        {message.broker && <span className="truncate text-xs text-ink-soft">{toOf(message)}</span>}
      </span>
    ),
    width: '18rem',
    always: true,
    phone: 'title',
    onPhone: (message) => message.broker?.name ?? toOf(message),
  },
  {
    id: 'channel',
    header: 'Channel',
    cell: ({ channel }) => channelLabels[channel],
    width: '6rem',
    phone: 'none',
  },
  {
    id: 'text',
    header: 'Message',
    cell: (message) => <span className="block truncate">{textOf(message)}</span>,
    phone: 'second',
  },
  {
    id: 'status',
    header: 'State',
    cell: (message) => {
      const reason = rowReason(message)
      return (
        <>
          <StatusDot {...statusLook(message.status)} />
          {reason && <span className="block text-xs break-words text-ink-soft">{reason}</span>}
        </>
      )
    },
    width: '11rem',
    wrap: true,
    phone: 'aside',
    onPhone: ({ status }) => <StatusDot {...statusLook(status)} />,
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: ({ createdAt }) => <RelativeTime when={createdAt} />,
    width: '8rem',
    phone: 'second',
  },
]

const canSend = ({ sending }: OutboxMessage): boolean => sending !== null && sending.refusal === null

/** Only where a message in the list can be sent: without a provider none can. */
const withSending: readonly Column<OutboxMessage>[] = [
  ...columns,
  {
    id: 'actions',
    header: 'Actions',
    cell: (message) =>
      message.sending && canSend(message) ? (
        <SendAgain message={message} sending={message.sending} inRow />
      ) : null,
    width: '8rem',
  },
]

/** Every SMS and mail; without a provider they stay here, so that a local installation can read them. */
export function Outbox(): ReactElement {
  const [{ channel, state, message: q }, set] = useUrlState(defaults)
  const { id, open } = useOpenRecord('outbox')
  const info = useRead(systemInfo)
  const filters = { channel: chosen(messageChannels, channel), status: chosen(messageStatuses, state) }
  const query = { ...filters, q }
  const list = useList(listMessages, { query: { ...query, limit: PAGE_SIZE } })
  const items = list.items ?? NO_ITEMS
  const keys = useMemo(() => items.map((message) => String(message.id)), [items])
  const selection = useSelection(keys, JSON.stringify(query))
  const sends = items.some(canSend)
  return (
    <Panel title="Outbox" flush>
      <NotSending
        services={info.data?.services ?? []}
        onShowHeld={filters.status === 'held' ? null : () => set({ state: 'held' })}
      />
      <DataTable
        // replaces the loading rows, which the notice above them would move
        key={info.data ? 'loaded' : 'loading'}
        id={LIST}
        label="Messages"
        noun="messages"
        columns={sends ? withSending : columns}
        {...(sends && { selection })}
        rowKey={(message: OutboxMessage) => message.id}
        {...listProps(list)}
        loadingText="Loading messages..."
        isFiltered={Boolean(filters.channel ?? filters.status) || q !== ''}
        onClearFilters={() => set(defaults)}
        onOpen={(message) => open(message.id, LIST)}
        openLabel={(message) => `Open the ${channelLabels[message.channel]} to ${toOf(message)}`}
        selectedKey={id}
        toolbar={
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
        }
        empty={
          <EmptyState icon={Inbox} title="No messages yet">
            SMS and emails appear here: links requested in calls, meeting confirmations, saved applications.
          </EmptyState>
        }
      />
      {sends && !selection.isEmpty && (
        <SelectedMessages selection={selection} filters={query} total={list.total} loaded={items.length} />
      )}
      <MessagePanel />
    </Panel>
  )
}
