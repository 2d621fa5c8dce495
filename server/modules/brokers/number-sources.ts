import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'

/** These two imply the number's source; with the others it has to be on record. */
const saysItself = sql`call_basis in ('express', 'business_number')`

/** Records the source of numbers for all brokers without one. @returns how many. @throws AppError forbidden */
export async function setNumberSource(ctx: Ctx, words: string): Promise<number> {
  authorise(ctx, 'brokers.write')
  return ctx.tx(async (tx) => {
    // the record itself is not edited: an import can still be undone
    const { rows } = await sql<{ id: number }>`update brokers set number_source = ${words}
      where number_source is null and phone is not null and not ${saysItself} returning id`.execute(tx.db)
    await audit(tx, {
      action: 'broker.number_sources_recorded',
      subjectType: 'broker',
      subjectId: null,
      after: { numberSource: words, brokers: rows.length },
    })
    return rows.length
  })
}

/** How many of these brokers have no source of their number. */
export async function countWithoutSource(ctx: Ctx, brokerIds: readonly number[]): Promise<number> {
  if (brokerIds.length === 0) return 0
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from brokers
    where id = any(${[...brokerIds]}::int[]) and number_source is null and not ${saysItself}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
