import { Mail, MessageSquareText } from 'lucide-react'
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

/** Messages to the broker, newest first; each can be expanded. */
export function Messages(): ReactElement {
  const list = useList(listOwnMessages, { query: { limit: 5 } })
  const [opened, setOpened] = useState<OwnMessage | null>(null)
  return (
    <Panel title="Messages" flush>
      {list.items ? (
        <>
          {list.items.length === 0 && <p className="p-4 text-ink-soft">No messages yet.</p>}
          <ul className="divide-y divide-line">
            {list.items.map((message) => (
              <li key={message.id}>
                <Row message={message} onOpen={() => setOpened(message)} />
              </li>
            ))}
          </ul>
          <MoreButton more={list} label="Show more messages" size="lg" className="border-t border-line p-4" />
        </>
      ) : list.error ? (
        <ErrorState title="Your messages could not be loaded." error={list.error} onRetry={list.retry} />
      ) : (
        <Loading text="Loading messages..." />
      )}
      {opened && (
        <Dialog
          open
          onClose={() => setOpened(null)}
          title={titleOf(opened)}
          description={`${channelLabels[opened.channel]}, ${formatDateTime(opened.createdAt)}`}
        >
          <p className="break-words whitespace-pre-wrap">
            <Linked text={opened.body} />
          </p>
        </Dialog>
      )}
    </Panel>
  )
}

const titleOf = (message: OwnMessage): string => message.subject ?? channelLabels[message.channel]

function Row({ message, onOpen }: { message: OwnMessage; onOpen: () => void }): ReactElement {
  const Icon = message.channel === 'sms' ? MessageSquareText : Mail
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-start gap-3 p-4 text-left -outline-offset-2 hover:bg-hover"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{message.subject ?? message.body}</span>
        <span className="block text-xs text-ink-soft">
          {channelLabels[message.channel]}, {formatDateTime(message.createdAt)}
        </span>
      </span>
    </button>
  )
}
