import type { ReactElement } from 'react'
import { channelLabels } from '#contract/message-words.ts'
import type { OutboxMessage } from '#contract/messages.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatPhone } from '#web/lib/format.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Linked } from './Linked.tsx'
import { statusLook } from './message-badges.ts'

interface MessageItemProps {
  message: OutboxMessage
  /** Marks the button for the panel that it opens. */
  mark: string
  onOpen: () => void
}

/** A message in the list: an SMS as a whole, a mail by its subject. */
export function MessageItem({ message, mark, onOpen }: MessageItemProps): ReactElement {
  const { channel, subject, body, status, reason, attempts, nextAttemptAt } = message
  const to = channel === 'sms' ? formatPhone(message.to) : message.to
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge>{channelLabels[channel]}</Badge>
        <span className="tabular min-w-0 font-medium break-all">{to}</span>
        <StatusDot {...statusLook(status)} />
        <span className="ml-auto flex items-center gap-3 text-xs text-ink-soft">
          <RelativeTime when={message.createdAt} />
          <Button
            size="sm"
            data-record={mark}
            onClick={onOpen}
            aria-label={`Open the ${channelLabels[channel]} to ${to}`}
          >
            Open
          </Button>
        </span>
      </div>
      <p className="mt-1.5 max-w-prose break-words whitespace-pre-line">
        {channel === 'email' ? subject || 'No subject' : <Linked text={body} />}
      </p>
      {reason && <p className="mt-1 text-xs text-ink-soft">{reason}</p>}
      {status === 'queued' && attempts > 0 && (
        <p className="mt-1 text-xs text-ink-soft">
          Tried {attempts === 1 ? 'once' : `${attempts} times`}, next try {formatDateTime(nextAttemptAt)}
        </p>
      )}
    </li>
  )
}
