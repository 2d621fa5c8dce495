import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { restate } from './checks/restate.ts'
import { moveStanding } from './reviews/reviews.store.ts'

/** Moves the standing of a merged record, and sets it by the findings of both. */
export async function mergeStandings(tx: Ctx, merge: AppEvents['broker.merging']): Promise<void> {
  await moveStanding(tx, merge)
  await restate(tx, [merge.intoId])
}
