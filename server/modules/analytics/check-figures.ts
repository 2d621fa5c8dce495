import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { foldFigures } from './fold-figures.worker.ts'

/**
 * Counts everything again, and puts right what differs. Other work goes on meanwhile and stays right.
 * @returns how many rows of the figures differed
 */
export async function checkFigures(ctx: Ctx): Promise<number> {
  await foldFigures(ctx)
  return ctx.tx(async (tx) => {
    const { rows } = await sql<{ mended: number }>`select mend_figures() as mended`.execute(tx.db)
    await sql`select forget_empty_figures()`.execute(tx.db)
    const mended = rows[0]?.mended ?? 0
    if (mended > 0) {
      tx.log.error({ rows: mended }, 'figures differed from what they count; they were put right')
      tx.changed('figures')
    }
    return mended
  })
}
