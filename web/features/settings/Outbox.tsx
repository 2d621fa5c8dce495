import { Inbox } from 'lucide-react'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import { listMessages, type outboxMessage } from '#contract/messages.ts'
import { useList } from '#web/api/use-read.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { linkify } from './linkify.ts'

type Message = z.output<typeof outboxMessage>
type Channel = Message['channel']

const PAGE_SIZE = 25
const filters = { channel: '', message: '' }
const channelLabels: Record<Channel, string> = { sms: 'SMS', email: 'Mail' }
const channelOptions = [
  { value: '', label: 'All channels' },
  { value: 'sms', label: channelLabels.sms },
  { value: 'email', label: channelLabels.email },
]

const statusLooks: Record<Message['status'], { label: string; tone: Tone }> = {
  held: { label: 'Held', tone: 'amber' },
  queued: { label: 'Queued', tone: 'blue' },
  sending: { label: 'Sending', tone: 'blue' },
  sent: { label: 'Sent', tone: 'green' },
  delivered: { label: 'Delivered', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  cancelled: { label: 'Cancelled', tone: 'grey' },
}

/** Every SMS and mail; without a provider they stay here, so that a local installation can read them. */
export function Outbox(): ReactElement {
  const [{ channel, message: q }, setFilters] = useUrlState(filters)
  const chosen = channel === 'sms' || channel === 'email' ? channel : undefined
  const list = useList(listMessages, { query: { channel: chosen, q, limit: PAGE_SIZE } })
  return (
    <Panel title="Outbox" flush>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <SearchField label="Search messages" value={q} onChange={(next) => setFilters({ message: next })} />
        <Select
          aria-label="Channel"
          options={channelOptions}
          value={chosen ?? ''}
          onChange={(event) => setFilters({ channel: event.target.value })}
          className="max-md:w-full"
        />
      </div>
      <Messages list={list} isFiltered={Boolean(chosen) || q !== ''} />
    </Panel>
  )
}

interface MessagesProps {
  list: ReturnType<typeof useList<typeof listMessages>>
  isFiltered: boolean
}

function Messages({ list, isFiltered }: MessagesProps): ReactElement {
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
        An SMS appears here when a broker asks for the link in a call.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Messages" className={list.isRefreshing ? 'opacity-60 transition-opacity' : undefined}>
        {list.items.map((message) => (
          <MessageItem key={message.id} message={message} />
        ))}
      </ul>
      <Pager
        noun="messages"
        shown={list.items.length}
        total={list.total}
        hasMore={list.hasMore}
        isLoading={list.isLoadingMore}
        onMore={list.loadMore}
      />
    </>
  )
}

function MessageItem({ message }: { message: Message }): ReactElement {
  const to = message.channel === 'sms' ? formatPhone(message.to) : message.to
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge>{channelLabels[message.channel]}</Badge>
        <span className="tabular min-w-0 font-medium break-all">{to}</span>
        <StatusDot {...statusLooks[message.status]} />
        <span className="ml-auto text-xs text-ink-soft">
          <RelativeTime when={message.createdAt} />
        </span>
      </div>
      {message.subject && <p className="mt-1.5 font-medium">{message.subject}</p>}
      <p className="mt-1.5 max-w-prose break-words whitespace-pre-line">
        <Linked text={message.body} />
      </p>
      {message.reason && <p className="mt-1 text-xs text-ink-soft">{message.reason}</p>}
    </li>
  )
}

function Linked({ text }: { text: string }): ReactElement {
  let at = 0
  return (
    <>
      {linkify(text).map((part) => {
        const key = at
        at += part.text.length
        return part.href ? (
          <a
            key={key}
            href={part.href}
            target="_blank"
            rel="noreferrer"
            className="break-all text-link underline underline-offset-2"
          >
            {part.text}
          </a>
        ) : (
          <span key={key}>{part.text}</span>
        )
      })}
    </>
  )
}
