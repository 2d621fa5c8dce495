import { Mail, MessageSquareText, Phone } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { listOwnMessages, type OwnMessage } from '#contract/accreditations/portal.ts'
import { channelLabels } from '#contract/messages/message-words.ts'
import { useList } from '#web/api/use-read.ts'
import { Linked } from '#web/features/settings/outbox/Linked.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { Panel } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'

const icons = { call: Phone, sms: MessageSquareText, email: Mail }
const labels = { ...channelLabels, call: 'Call' }

/** Calls and messages to the broker, newest first; each can be expanded. */
export function Messages(): ReactElement {
  const list = useList(listOwnMessages, { query: { limit: 5 } })
  const [opened, setOpened] = useState<OwnMessage | null>(null)
  return (
    <Panel title="Calls and messages we sent you" flush>
      {list.items ? (
        <>
          {list.items.length === 0 && <p className="p-4 text-ink-soft">No calls or messages yet.</p>}
          <ul className="divide-y divide-line">
            {list.items.map((message) => (
              <li key={`${message.channel} ${message.id}`}>
                <Row message={message} onOpen={() => setOpened(message)} />
              </li>
            ))}
          </ul>
          <MoreButton more={list} label="Show more" size="lg" className="border-t border-line p-4" />
        </>
      ) : list.error ? (
        <ErrorState
          title="Your calls and messages could not be loaded."
          error={list.error}
          onRetry={list.retry}
        />
      ) : (
        <Loading text="Loading calls and messages..." />
      )}
      {opened && (
        <Dialog
          open
          onClose={() => setOpened(null)}
          title={opened.subject ?? labels[opened.channel]}
          description={factsOf(opened)}
        >
          <p className="break-words whitespace-pre-wrap">
            <Linked text={opened.body} />
          </p>
        </Dialog>
      )}
    </Panel>
  )
}

/** 'SMS, Tue 24 Nov, 12:00 pm AEDT, code K7P2QX' */
const factsOf = ({ channel, createdAt, code }: OwnMessage): string =>
  `${labels[channel]}, ${formatDateTime(createdAt)}${code === null ? '' : `, code ${code}`}`

function Row({ message, onOpen }: { message: OwnMessage; onOpen: () => void }): ReactElement {
  const Icon = icons[message.channel]
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-start gap-3 p-4 text-left -outline-offset-2 hover:bg-hover"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium">{message.subject ?? message.body}</span>
        <span className="block text-xs text-ink-soft">{factsOf(message)}</span>
      </span>
    </button>
  )
}
