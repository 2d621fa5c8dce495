import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { createLoop, type Worker } from '#server/platform/loop.ts'

const EVERY_MS = 1_000
const AT_ONCE = 5_000

/** Adds what was counted since to the figures. Whoever reads them adds what waits by itself, so nothing is ever missing. */
export async function foldFigures(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  let folded = AT_ONCE
  while (folded === AT_ONCE && !signal?.aborted) {
    // it locks: in a transaction of its own
    const { rows } = await ctx.tx((tx) =>
      sql<{ folded: number }>`select fold_figures(${AT_ONCE}) as folded`.execute(tx.db),
    )
    folded = rows[0]?.folded ?? 0
  }
}

/** Every process may run it: the database lets one at a time. */
export function createFigureFolder({ ctx }: Pick<WorkerParts, 'ctx'>): Worker {
  return createLoop({
    name: 'figures',
    context: () => ctx('figures'),
    turn: foldFigures,
    everyMs: EVERY_MS,
    failure: 'the figures were not folded',
  })
}
