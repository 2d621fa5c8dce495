import { listNotifications, readNotifications } from '#contract/messages/notifications.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError } from '#web/ui/toast.ts'

/** Poll interval in milliseconds: failed jobs and paused campaigns are not announced under this topic. */
const LOOK_EVERY_MS = 60_000

export const useNotifications = () =>
  useRead(listNotifications, undefined, { refetchInterval: LOOK_EVERY_MS })

/** Marks notifications as read. */
export const useMarkRead = () =>
  useWrite(readNotifications, {
    onError: (error) => toastError(messageOf(error, 'Failed to mark as read. Please try again.')),
  })
