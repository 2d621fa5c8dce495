import { Bell as BellIcon } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { lazily, lazyPanel } from '#web/ui/lazily.tsx'

const UnreadCount = lazily(async () => (await import('./UnreadCount.tsx')).UnreadCount)
const NotificationPanel = lazyPanel(async () => (await import('./NotificationPanel.tsx')).NotificationPanel)

/** Opens the notifications; shows how many of them are unread. */
export function Bell(): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label="Notifications"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative flex h-8 w-8 touch-target items-center justify-center rounded-lg text-ink-soft hover:bg-hover hover:text-ink"
      >
        <span className="relative">
          <BellIcon aria-hidden className="size-4" strokeWidth={1.75} />
          <span className="absolute -top-2 left-2">
            <UnreadCount />
          </span>
        </span>
      </button>
      {isOpen && <NotificationPanel onClose={() => setOpen(false)} />}
    </>
  )
}
