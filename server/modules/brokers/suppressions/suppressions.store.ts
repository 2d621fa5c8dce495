import { type Insertable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Suppressions } from '#server/schema.gen.ts'
import { optOutSources, type SuppressionSource, type Wash } from './suppressions.rules.ts'

/** Suppresses a number; a unique index on open entries per source decides a race. @returns null if one exists already */
export async function insertSuppression(ctx: Ctx, values: Insertable<Suppressions>): Promise<number | null> {
  const added = await ctx.db
    .insertInto('suppressions')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

/** Suppresses numbers by hand in one statement. @returns those that were not suppressed by hand before */
export async function insertSuppressions(
  ctx: Ctx,
  phones: readonly string[],
  { reason, createdBy }: { reason: string; createdBy: number | null },
): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    insert into suppressions (phone, source, reason, created_by)
    select phone, 'manual', ${reason}, ${createdBy}::int from unnest(${[...phones]}::text[]) phone
    on conflict do nothing returning phone`.execute(ctx.db)
  return rows.map(({ phone }) => phone)
}

/** Records a repeated opt-out on the open entry of its source, which an earlier consent then does not outweigh. */
export async function noteAskedAgain(
  ctx: Ctx,
  { phone, source, at }: { phone: string; source: string; at: Date },
): Promise<void> {
  await sql`update suppressions set asked_again_at = ${at}, change_id = default
    where phone = ${phone} and source = ${source} and not simulated and ended_at is null
      and coalesce(asked_again_at, created_at) < ${at}`.execute(ctx.db)
}

/** True when this opt-out is already stored, whether still open or ended. */
export async function hasOptOutOf(
  ctx: Ctx,
  optOut: { phone: string; source: SuppressionSource; at: Date },
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('suppressions')
    .select('id')
    .where('phone', '=', optOut.phone)
    .where('source', '=', optOut.source)
    .where((eb) => eb.or([eb('createdAt', '=', optOut.at), eb('askedAgainAt', '=', optOut.at)]))
    .executeTakeFirst()
  return row !== undefined
}

export interface OpenSuppression {
  id: number
  phone: string
  source: SuppressionSource
  reason: string
  endedAt: Date | null
}

export async function findSuppression(ctx: Ctx, id: number): Promise<OpenSuppression | undefined> {
  const row = await ctx.db
    .selectFrom('suppressions')
    .select(['id', 'phone', 'source', 'reason', 'endedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, source: row.source as SuppressionSource } // the table's check constraint allows no other value
}

export interface Ending {
  at: Date
  reason: string
  by: number | null
}

/** A change that the transparency log seals gets a new number. */
const endedBy = ({ at, reason, by }: Ending) => ({
  ...{ endedAt: at, endedReason: reason, endedBy: by },
  changeId: sql<number>`default`,
})

export async function endSuppression(ctx: Ctx, id: number, ending: Ending): Promise<void> {
  await ctx.db.updateTable('suppressions').set(endedBy(ending)).where('id', '=', id).execute()
}

/** Ends the open opt-outs of a number from before the consent. @returns their ids */
export async function endOptOutsBefore(
  ctx: Ctx,
  optOuts: { phone: string; consentAt: Date },
  ending: Ending,
): Promise<number[]> {
  const ended = await ctx.db
    .updateTable('suppressions')
    .set(endedBy(ending))
    .where('phone', '=', optOuts.phone)
    .where('source', 'in', [...optOutSources])
    .where('endedAt', 'is', null)
    .where((eb) => eb.fn.coalesce('askedAgainAt', 'createdAt'), '<=', optOuts.consentAt)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Removes the words of opt-outs; the opt-outs remain. */
export async function forgetEvidence(
  ctx: Ctx,
  of: { callIds: readonly number[] } | { phones: readonly string[] },
): Promise<void> {
  const rows = 'phones' in of ? sql`phone = any(${[...of.phones]})` : sql`call_id = any(${[...of.callIds]})`
  await sql`update suppressions set evidence = null where evidence is not null and ${rows}`.execute(ctx.db)
}

/** Stores results of the register; the newer of two results for a number wins. */
export async function storeWashes(ctx: Ctx, washes: readonly Wash[], by: number | null): Promise<void> {
  if (washes.length === 0) return
  await sql`insert into number_washes (phone, listed, washed_on, created_by)
    select distinct on (phone) phone, listed, "washedOn", ${by}::int
    from jsonb_to_recordset(${JSON.stringify(washes)}::jsonb)
      as input(phone text, listed boolean, "washedOn" date)
    order by phone, "washedOn" desc, listed desc
    on conflict (phone) do update
      set listed = excluded.listed, washed_on = excluded.washed_on, created_by = excluded.created_by,
          created_at = clock_timestamp()
      where excluded.washed_on > number_washes.washed_on
         or (excluded.washed_on = number_washes.washed_on and excluded.listed)`.execute(ctx.db)
}

export async function brokersWithNumber(ctx: Ctx, phone: string): Promise<number[]> {
  const rows = await ctx.db.selectFrom('brokers').select('id').where('phone', '=', phone).execute()
  return rows.map(({ id }) => id)
}
