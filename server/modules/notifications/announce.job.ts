import type { Ctx } from '#server/ctx.ts'
import { findDevice } from './push.views.ts'
import { pushMessage } from './push-message.rules.ts'
import { deleteEnded, storeAnnounced, storeFailure } from './push-subscriptions.store.ts'

/** Consecutive failures after which a subscription ends. */
const MOST_FAILURES = 10

/**
 * Announces the tasks opened since the last message on one device. After a failure they are announced with the next
 * task. Safe to repeat: the message replaces the one before on the device.
 */
export async function announceTasks(ctx: Ctx, subscriptionId: number): Promise<void> {
  const { push } = ctx.providers
  const device = push && (await findDevice(ctx, subscriptionId))
  const newest = device?.tasks.at(-1)
  if (!device || !newest) return
  try {
    const result = await push.send(device, pushMessage(device.tasks))
    if (result === 'gone') await deleteEnded(ctx, subscriptionId)
    else await storeAnnounced(ctx, subscriptionId, newest.createdAt)
  } catch (error) {
    ctx.log.warn({ err: error, subscriptionId }, 'a push message was not sent')
    await storeFailure(ctx, subscriptionId, MOST_FAILURES)
  }
}
