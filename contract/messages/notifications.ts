import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/ids.ts'

const tag = 'Notifications'

/** `need`: a task for you or for anybody who may do it. `mention`: a colleague named you in a note. */
export const notificationKinds = ['need', 'mention', 'failure', 'finished'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notificationKindLabels: Record<NotificationKind, string> = {
  need: 'Needs a person',
  mention: 'Mentions of you',
  failure: 'Failures',
  finished: 'Finished jobs',
}

/** Items of the list; older ones are found where they happened. */
export const MAX_NOTIFICATIONS = 100
/** Days after which an item leaves the list. */
export const NOTIFICATION_DAYS = 30

const item = z.string().regex(/^(task|activity|run|job|campaign):\d{1,12}$/, 'Give the key of a notification')

export const notification = z.object({
  /** Its source and number, e.g. 'task:17'. */
  key: item,
  kind: z.enum(notificationKinds),
  title: z.string(),
  detail: z.string().nullable(),
  at: instant,
  /** The screen where it is dealt with. */
  path: z.string(),
  read: z.boolean(),
})
export type Notification = z.output<typeof notification>

export const listNotifications = endpoint('GET /api/notifications', {
  tag,
  summary: 'What happened that concerns you in the last 30 days, newest first, and how much of it is unread',
  access: 'admin_area.read',
  returns: z.object({ unread: z.number(), items: z.array(notification) }),
})

export const readNotifications = endpoint('POST /api/notifications/read', {
  tag,
  summary: 'Marks notifications as read for you; without `items` all of them',
  access: 'own_notifications.write',
  body: z.object({ items: z.array(item).min(1).max(MAX_NOTIFICATIONS).optional() }),
  returns: z.object({ read: z.literal(true) }),
})

const hash = z.string()

export const getPush = endpoint('GET /api/notifications/push', {
  tag,
  summary:
    'The key with which a browser subscribes to push notifications, null where this installation sends none, and your devices as SHA-256 of their addresses',
  access: 'own_notifications.write',
  returns: z.object({ publicKey: z.string().nullable(), devices: z.array(hash) }),
})

const endpointAddress = z.url('Give the address of a push service').max(1000)
const base64url = z.string().regex(/^[\w-]{16,100}=*$/, 'Give the keys of a push subscription')

export const startPush = endpoint('POST /api/notifications/push', {
  tag,
  summary:
    'Turns push notifications about tasks on for you on a device: its subscription, as the browser gives it',
  access: 'own_notifications.write',
  body: z.object({
    endpoint: endpointAddress,
    keys: z.object({ p256dh: base64url, auth: base64url }),
  }),
  returns: z.object({ on: z.literal(true) }),
})

export const endPush = endpoint('POST /api/notifications/push/end', {
  tag,
  summary: 'Turns push notifications off for you on a device',
  access: 'own_notifications.write',
  body: z.object({ endpoint: endpointAddress }),
  returns: z.object({ on: z.literal(false) }),
})
