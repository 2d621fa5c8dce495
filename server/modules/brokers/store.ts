import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Brokers } from '#server/schema.gen.ts'
import { plainAsicNumberOf } from './asic-number.rules.ts'

export type BrokerRow = Selectable<Brokers>

/** One broker, locked until the transaction ends when `forUpdate`. */
export async function findBroker(
  ctx: Ctx,
  id: number,
  options: { forUpdate?: boolean } = {},
): Promise<BrokerRow | undefined> {
  const query = ctx.db.selectFrom('brokers').selectAll().where('id', '=', id)
  return (options.forUpdate ? query.forUpdate() : query).executeTakeFirst()
}

export async function insertBroker(ctx: Ctx, values: Insertable<Brokers>): Promise<BrokerRow> {
  return ctx.db.insertInto('brokers').values(values).returningAll().executeTakeFirstOrThrow()
}

export interface NewProspect {
  name: string
  asicNumber: string
  region: Region | null
  postcode: string | null
  company: string | null
  timezone: string | null
}

/** Adds prospects whose ASIC number no broker has. @returns their ids */
export async function insertProspects(
  tx: Ctx,
  prospects: readonly NewProspect[],
  source: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into brokers (name, company, region, postcode, asic_number, timezone, call_basis, call_basis_source, prospect_since)
    select i.name, i.company, i.region, i.postcode, i."asicNumber", i.timezone, 'none', ${source}, ${tx.now()}
    from jsonb_to_recordset(${JSON.stringify(prospects)}::jsonb) as i(name text, company text, region text, postcode text,
      "asicNumber" text, timezone text)
    where not exists (select from brokers b
      where ${plainAsicNumberOf(sql`b.asic_number`)} = i."asicNumber")
    returning id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

export async function changeBroker(ctx: Ctx, id: number, values: Updateable<Brokers>): Promise<BrokerRow> {
  return (
    ctx.db
      .updateTable('brokers')
      // the database's clock, because undoing an import compares this instant to the microsecond
      .set({ ...values, updatedAt: sql`clock_timestamp()` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}

export async function deleteBrokerRow(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('brokers').where('id', '=', id).execute()
}

/** True while a call with this broker has not ended. */
export async function isInCall(ctx: Ctx, brokerId: number): Promise<boolean> {
  const call = await ctx.db
    .selectFrom('calls')
    .select('id')
    .where('brokerId', '=', brokerId)
    .where('finishedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return call !== undefined
}

/** These bases imply the number's source; the others need it on record. */
const basisNamesSource = sql`call_basis in ('express', 'business_number')`

/**
 * Sets the source of the number for all brokers without one. Their records keep their version, so an import can still
 * be undone.
 * @returns how many
 */
export async function setMissingSources(tx: Ctx, source: string): Promise<number> {
  const { rows } = await sql`update brokers set number_source = ${source}
    where number_source is null and phone is not null and not ${basisNamesSource} returning id`.execute(tx.db)
  return rows.length
}

/** How many of these brokers have no source of their number. */
export async function countMissingSources(ctx: Ctx, brokerIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from brokers
    where id = any(${[...brokerIds]}::int[]) and number_source is null and not ${basisNamesSource}`.execute(
    ctx.db,
  )
  return rows[0]?.count ?? 0
}
