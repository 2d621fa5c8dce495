import { sql } from 'kysely'
import type { assignBdm } from '#contract/brokers.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid } from '#server/platform/errors.ts'
import { matchingBrokers } from './views.ts'

const UNKNOWN_BDM = 'Choose one of the BDMs who take meetings'

/** @throws AppError invalid for a BDM who is not there or takes no meetings */
export async function requireBdm(ctx: Ctx, id: number | null): Promise<void> {
  if (id === null) return
  const bdm = await ctx.db
    .selectFrom('bdms')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!bdm) throw invalid({ bdmId: UNKNOWN_BDM })
}

/** Active BDMs by name and by email, in lower case; a name that two have stands for neither. */
export async function bdmsByName(ctx: Ctx): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; id: number }>`
    select word, min(id) as id from bdms cross join lateral (values (lower(name)), (lower(email))) words(word)
    where active group by word having count(distinct id) = 1`.execute(ctx.db)
  return new Map(rows.map(({ word, id }) => [word, id]))
}

/** Gives all brokers of a list the same BDM, or none. @returns how many changed. @throws AppError forbidden, invalid */
export async function assignBdmToAll(
  ctx: Ctx,
  bdmId: number | null,
  filters: QueryOf<typeof assignBdm>,
): Promise<number> {
  authorise(ctx, 'brokers.write')
  return ctx.tx(async (tx) => {
    await requireBdm(tx, bdmId)
    const { rows } = await sql<{ id: number }>`
      update brokers set bdm_id = ${bdmId}, updated_at = clock_timestamp()
      where bdm_id is distinct from ${bdmId}
        and id in (${matchingBrokers(tx, { ...filters, sort: 'name' }).select('brokers.id')})
      returning id`.execute(tx.db)
    if (rows.length === 0) return 0
    await audit(tx, {
      action: 'broker.bdm_assigned',
      subjectType: bdmId === null ? 'broker' : 'bdm',
      subjectId: bdmId,
      after: { bdmId, brokers: rows.length, filters },
    })
    tx.changed('brokers')
    return rows.length
  })
}
