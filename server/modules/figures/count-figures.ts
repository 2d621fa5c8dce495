import type { Ctx } from '#server/ctx.ts'
import { closeDays, countDueDay } from './figures.store.ts'
import type { Measures } from './measures.rules.ts'

/** Counts the days that are due, each in its own transaction. Until then readers count them live. */
export async function countFigures(ctx: Ctx, signal?: AbortSignal, measures?: Measures): Promise<void> {
  await ctx.tx((tx) => closeDays(tx, measures))
  while (!signal?.aborted) if ((await ctx.tx((tx) => countDueDay(tx, measures))) === null) return
}
