import { type MessageChannel, messageChannels } from '#contract/messages/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'
import { cleanUpOutbox, sendNext } from './outbox.ts'

/** Messages of a channel that one process sends at a time. */
const LANES = 4
/** Poll interval for changes without a notification, such as the end of a pause. */
const LOOK_EVERY_MS = 1000
const TIDY_EVERY_MS = 30_000

/** The loop of the worker role that empties the outbox. Any number of processes may run it. */
export function createOutboxWorker(parts: WorkerParts): Worker {
  let tidiedAt = Number.NEGATIVE_INFINITY
  return createLoop({
    name: 'outbox',
    context: () => parts.ctx('outbox'),
    async turn(ctx, signal) {
      if (performance.now() - tidiedAt >= TIDY_EVERY_MS) {
        await cleanUpOutbox(ctx)
        tidiedAt = performance.now()
      }
      const lanes = messageChannels.flatMap((channel) =>
        Array.from({ length: LANES }, () => sendAll(ctx, channel, signal)),
      )
      const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },
    everyMs: LOOK_EVERY_MS,
    subscribe: (wake) => parts.onChange('messages', wake),
    failure: 'the outbox could not be worked off',
  })
}

/** Sends due messages of a channel, one after the other. */
async function sendAll(ctx: Ctx, channel: MessageChannel, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await sendNext(ctx, channel)));
}
