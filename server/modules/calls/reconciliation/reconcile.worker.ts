import type { Worker, WorkerParts } from '#server/module.ts'
import { reconcile } from './reconcile.ts'

const EVERY_MS = 10_000

/** Reconciles from time to time; several processes may, as each claims the calls that it asks about. */
export function createReconciler(parts: Pick<WorkerParts, 'ctx'>): Worker {
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let running = false

  async function round(): Promise<void> {
    const ctx = parts.ctx('reconciler')
    await reconcile(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'reconciling failed'))
    if (running) schedule(EVERY_MS)
  }

  function schedule(ms: number): void {
    timer = setTimeout(() => {
      turn = round()
    }, ms)
  }

  return {
    start() {
      if (running) return
      running = true
      schedule(0)
    },
    async stop() {
      running = false
      clearTimeout(timer)
      await turn
    },
  }
}
