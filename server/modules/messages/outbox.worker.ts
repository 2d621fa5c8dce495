import { type MessageChannel, messageChannels } from '#contract/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Worker, WorkerParts } from '#server/module.ts'
import { sendNext, tidyUp } from './outbox.ts'

/** Messages of a channel that one process sends at a time. */
const LANES = 4
/** What no notification tells (a pause that is over) is found by looking. */
const LOOK_EVERY_MS = 1000
const TIDY_EVERY_MS = 30_000

/** The loop of the worker role that empties the outbox. Any number of processes may run it. */
export function createOutboxWorker(parts: WorkerParts): Worker {
  let running = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let isTurning = false
  let woken = false
  let tidiedAt = Number.NEGATIVE_INFINITY
  let unsubscribe = (): void => undefined

  async function lane(ctx: Ctx, channel: MessageChannel): Promise<void> {
    while (running && (await sendNext(ctx, channel)));
  }

  async function work(): Promise<void> {
    const ctx = parts.ctx('outbox')
    if (performance.now() - tidiedAt >= TIDY_EVERY_MS) {
      await tidyUp(ctx)
      tidiedAt = performance.now()
    }
    const lanes = messageChannels.flatMap((channel) =>
      Array.from({ length: LANES }, () => lane(ctx, channel)),
    )
    const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  async function round(): Promise<void> {
    isTurning = true
    woken = false
    try {
      await work()
    } catch (error) {
      parts.ctx('outbox').log.error({ err: error }, 'the outbox could not be worked off')
    }
    isTurning = false
    if (running) schedule(woken ? 0 : LOOK_EVERY_MS)
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      turn = round()
    }, ms)
  }

  return {
    start() {
      if (running) return
      running = true
      unsubscribe = parts.onChange('messages', () => {
        woken = true
        if (running && !isTurning) schedule(0)
      })
      schedule(0)
    },
    async stop() {
      running = false
      unsubscribe()
      clearTimeout(timer)
      await turn
    },
  }
}
