import { Inbox } from 'lucide-react'
import type { ReactElement } from 'react'
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
import { MessagePanel } from './outbox/MessagePanel.tsx'
import { channelOptions, chosen, rowReason, statusLook, statusOptions } from './outbox/message-badges.ts'
import { FixLink, ForOperators } from './ServiceList.tsx'
import { fixOf, isWrong, type Service } from './service-labels.ts'

const PAGE_SIZE = 25
const LIST = 'outbox'
const defaults = { channel: '', state: '', message: '' }

const toOf = ({ channel, to }: OutboxMessage): string => (channel === 'sms' ? formatPhone(to) : to)
const textOf = ({ channel, subject, body }: OutboxMessage): string =>
  channel === 'email' ? subject || 'No subject' : body

const columns: readonly Column<OutboxMessage>[] = [
  {
    id: 'to',
    header: 'To',
    cell: (message) => <span className="font-medium">{toOf(message)}</span>,
    width: '20rem',
    always: true,
    phone: 'title',
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

/** Every SMS and mail; without a provider they stay here, so that a local installation can read them. */
export function Outbox(): ReactElement {
  const [{ channel, state, message: q }, set] = useUrlState(defaults)
  const { id, open } = useOpenRecord('outbox')
  const info = useRead(systemInfo)
  const filters = { channel: chosen(messageChannels, channel), status: chosen(messageStatuses, state) }
  const list = useList(listMessages, { query: { ...filters, q, limit: PAGE_SIZE } })
  return (
    <Panel title="Outbox" flush>
      <NotSending services={info.data?.services ?? []} />
      <DataTable
        // replaces the loading rows, which the notice above them would move
        key={info.data ? 'loaded' : 'loading'}
        id={LIST}
        label="Messages"
        noun="messages"
        columns={columns}
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
      <MessagePanel />
    </Panel>
  )
}

/** Why messages of a channel wait, once for all of them. */
function NotSending({ services }: { services: readonly Service[] }): ReactElement | null {
  const names: readonly string[] = Object.values(channelLabels)
  const wrong = services.filter((service) => names.includes(service.name) && isWrong(service))
  if (wrong.length === 0) return null
  return (
    <ul className="border-b border-line bg-amber-soft py-1 text-amber-ink">
      {wrong.map((service) => (
        <li key={service.name} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
          <span className="min-w-0 flex-1 basis-72">
            {!service.detail.startsWith(service.name) && (
              <strong className="font-medium">{service.name}: </strong>
            )}
            {service.detail}
            {service.help && fixOf(service) === null && <ForOperators look="">{service.help}</ForOperators>}
          </span>
          <FixLink service={service} />
        </li>
      ))}
      {wrong.some(({ status }) => status === 'held') && (
        <li className="px-4 py-2">
          Held messages are not sent when the service is set up later. To send one, open it within 24 hours.
        </li>
      )}
    </ul>
  )
}
