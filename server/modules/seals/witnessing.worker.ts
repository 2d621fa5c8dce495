import type { Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'
import { consistencyProof } from '#server/platform/tlog/proofs.ts'
import { storeCosignature } from './store.ts'
import { tileReader } from './tiles.views.ts'
import { newestCheckpoint, newestCosigned } from './views.ts'

const TURN_MS = 10_000

/** Has the witness sign the newest checkpoint, where one is set up. */
export function createWitnessing({ ctx }: WorkerParts): Worker {
  const loop = createLoop<Ctx>({
    name: 'witnessing',
    context: () => ctx('witnessing'),
    turn: cosignNewest,
    everyMs: TURN_MS,
    failure: 'the witness did not sign the newest checkpoint',
  })
  // without a sign of life: a witness that is away is no fault of this installation
  return { start: loop.start, stop: loop.stop }
}

/** @throws Error with the witness's reason if it refuses, e.g. because the log does not continue what it has seen */
export async function cosignNewest(ctx: Ctx): Promise<void> {
  const { logWitness } = ctx.providers
  const [newest, cosigned] = await Promise.all([newestCheckpoint(ctx), newestCosigned(ctx)])
  if (!logWitness || !newest || newest.cosignature) return
  const add = async (oldSize: number) => {
    const proof = await consistencyProof(tileReader(ctx), oldSize, newest.size)
    return logWitness.addCheckpoint({ oldSize, proof, note: newest.note })
  }
  const answer = await add(cosigned?.size ?? 0)
  // it may have signed one that we have not stored
  const last = answer.kind === 'seen' && answer.size <= newest.size ? await add(answer.size) : answer
  if (last.kind === 'seen') throw new Error(`the witness has seen a log of ${last.size} entries`)
  await storeCosignature(ctx, newest.size, last.line)
}
