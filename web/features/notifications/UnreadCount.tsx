import type { ReactElement } from 'react'
import { useNotifications } from './use-notifications.ts'

/** There is room for one digit and a sign on the bell. */
const MOST = 9

/** The number of unread notifications; nothing at 0. */
export function UnreadCount(): ReactElement | null {
  const { data } = useNotifications()
  if (!data || data.unread === 0) return null
  return (
    <span className="tabular flex h-4 min-w-4 items-center justify-center rounded-full bg-primary px-1 text-[0.625rem] font-semibold text-on-primary">
      {data.unread > MOST ? `${MOST}+` : data.unread}
      <span className="sr-only"> unread</span>
    </span>
  )
}
