import { AtSign, Bell, CheckCheck, CircleCheck, ListTodo, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import {
  type Notification,
  type NotificationKind,
  notificationKindLabels,
  notificationKinds,
} from '#contract/messages/notifications.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChipButton } from '#web/ui/ChipButton.tsx'
import { cx } from '#web/ui/cx.ts'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import { useMarkRead, useNotifications } from './use-notifications.ts'

const icons: Record<NotificationKind, LucideIcon> = {
  need: ListTodo,
  mention: AtSign,
  failure: TriangleAlert,
  finished: CircleCheck,
}

/** What happened that concerns the signed-in person; opening an item marks it as read. */
export function NotificationPanel({ onClose }: { onClose: () => void }): ReactElement {
  const { data, error, refetch } = useNotifications()
  const markRead = useMarkRead()
  const [kind, setKind] = useState<NotificationKind | null>(null)
  const items = data?.items.filter((item) => kind === null || item.kind === kind)
  return (
    <SidePanel
      open
      onClose={onClose}
      title="Notifications"
      description="The last 30 days"
      shows="notifications"
      returnFocusTo={() => null}
      onKeyDown={() => undefined}
      footer={
        <Button
          icon={CheckCheck}
          disabledReason={data?.unread === 0 ? 'Everything is read.' : null}
          pending={markRead.isPending}
          onClick={() => markRead.mutate({ body: {} })}
        >
          Mark all as read
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap gap-1.5">
        {notificationKinds.map((each) => (
          <ChipButton
            key={each}
            pressed={kind === each}
            onToggle={() => setKind(kind === each ? null : each)}
          >
            {notificationKindLabels[each]}
          </ChipButton>
        ))}
      </div>
      <PushSwitch />
      {items === undefined ? (
        error ? (
          <ErrorState
            title="The notifications could not be loaded."
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading text="Loading notifications...">
            <Skeleton className="h-40" />
          </Loading>
        )
      ) : items.length === 0 ? (
        <EmptyState icon={Bell} title="No notifications">
          Tasks, mentions of you, failures and finished jobs appear here.
        </EmptyState>
      ) : (
        <ul className="-mx-5 border-t border-line">
          {items.map((item) => (
            <li key={item.key} className="border-b border-line">
              <Item
                item={item}
                onOpen={() => {
                  if (!item.read) markRead.mutate({ body: { items: [item.key] } })
                  onClose()
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  )
}

function Item({ item, onOpen }: { item: Notification; onOpen: () => void }): ReactElement {
  const { kind, title, detail, at, path, read } = item
  const Icon = icons[kind]
  return (
    <Link to={path} onClick={onOpen} className="flex gap-3 px-5 py-3 -outline-offset-2 hover:bg-hover">
      <Icon
        aria-hidden
        className={cx('mt-0.5 size-4 shrink-0', kind === 'failure' ? 'text-red-ink' : 'text-ink-soft')}
        strokeWidth={1.75}
      />
      <span className="min-w-0 flex-1">
        <span className={cx('block break-words', !read && 'font-medium')}>
          {!read && <span className="sr-only">Unread: </span>}
          {title}
        </span>
        {detail && <span className="line-clamp-2 text-xs break-words text-ink-soft">{detail}</span>}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1 text-xs text-ink-soft">
        <RelativeTime when={at} />
        {!read && <span aria-hidden className="size-2 rounded-full bg-primary" />}
      </span>
    </Link>
  )
}
