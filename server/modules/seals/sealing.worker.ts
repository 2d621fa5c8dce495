import type { Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'
import { type Horizon, isSettled, MAX_BATCH, observe, sealNext } from './seal-rows.ts'

/** A row is sealed within two turns, unless its transaction or an earlier one takes longer: well within a minute. */
const TURN_MS = 10_000
/** A backlog is sealed in several turns, so that other work gets its share. */
const MAX_BATCHES = 20

/** Seals rows; of several processes the one that has the log's lock. */
export function createSealing({ ctx }: WorkerParts): Worker {
  let horizon: Horizon | null = null
  return createLoop<Ctx>({
    name: 'sealing',
    context: () => ctx('sealing'),
    async turn(own, signal) {
      if (!own.providers.logSigner) return
      if (!horizon) {
        horizon = await observe(own)
        return
      }
      if (!(await isSettled(own, horizon))) return
      for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch++) {
        if ((await sealNext(own, horizon)) < MAX_BATCH) break
      }
      horizon = await observe(own)
    },
    everyMs: TURN_MS,
    failure: 'rows were not sealed',
  })
}
