import * as contract from '#contract/messages/notifications.ts'
import { type AppModule, route } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { onTaskOpened } from './listeners.ts'
import { markRead } from './mark-read.ts'
import { viewNotifications } from './notifications.views.ts'
import { subscribeDevice, unsubscribeDevice } from './push.ts'
import { viewPush } from './push.views.ts'

/** What concerns each member of staff: a view of other modules' rows with a read state, and push messages to devices. */
export const notificationsModule: AppModule = {
  name: 'notifications',
  routes: [
    route(contract.listNotifications, async ({ ctx }) => viewNotifications(ctx)),
    route(contract.readNotifications, async ({ ctx, body }) => {
      await markRead(ctx, body.items)
      return { read: true as const }
    }),
    route(contract.getPush, async ({ ctx }) => viewPush(ctx)),
    route(contract.startPush, async ({ ctx, body }) => {
      await subscribeDevice(ctx, body)
      return { on: true as const }
    }),
    route(contract.endPush, async ({ ctx, body }) => {
      await unsubscribeDevice(ctx, body)
      return { on: false as const }
    }),
  ],
  jobs,
  listeners: {
    'task.opened': onTaskOpened,
  },
}
