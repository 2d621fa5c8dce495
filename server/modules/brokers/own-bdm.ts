import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { invalid } from '#server/platform/errors.ts'

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

/** Active BDMs by the key of the name and by email in lower case; a name that two of them have is left out. */
export async function bdmsByName(ctx: Ctx): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; id: number }>`
    select word, min(id) as id from bdms cross join lateral (values (fold_key(name)), (lower(email))) words(word)
    where active group by word having count(distinct id) = 1`.execute(ctx.db)
  return new Map(rows.map(({ word, id }) => [word, id]))
}
