import { type RawBuilder, sql } from 'kysely'
import { textFields } from '#contract/brokers/broker-fields.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { CamelCase } from '#server/platform/db/camel-case.ts'
import type { BrokerFields } from '../rules.ts'
import type { Undoable } from './plan-batch.rules.ts'

/** Arbitrary lock key; lets one import batch run at a time across all processes. */
const BATCH_LOCK = 7_190_021

/** Keeps other imports from adding or changing brokers until the transaction ends. */
export async function lockBatches(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BATCH_LOCK})`.execute(ctx.db)
}

/** The import fields of brokers, locked until the transaction ends. */
export async function lockBrokers(ctx: Ctx, ids: readonly number[]): Promise<Map<number, BrokerFields>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('brokers')
    .select(['id', 'name', ...textFields, 'region', 'bdmId'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  // the table's check constraint allows no other region
  return new Map(rows.map(({ id, ...fields }) => [id, fields as BrokerFields]))
}

/** The brokers among these that this import has already added or changed. */
export async function touchedBrokers(
  ctx: Ctx,
  importId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('brokerImportChanges')
    .select('brokerId')
    .where('importId', '=', importId)
    .where('brokerId', '=', anyOf(ids))
    .execute()
  return new Set(rows.map(({ brokerId }) => brokerId))
}

export interface WrittenFields extends BrokerFields {
  timezone: string | null
}

/** The columns that an import takes from files as they are. */
const written = ['name', ...textFields, 'region', 'timezone'] as const
const columns = sql.join(written.map((column) => sql.ref(column)))
/** Sets these columns to those of another row. */
const setFrom = (other: string, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${other}.${name}`)}`))

/** Rows under the names of the table's columns. */
const camelCase = new CamelCase()
const asRows = (rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase.inDatabase(name), value])),
    ),
  )
const inputOf = (rows: readonly object[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::brokers, ${asRows(rows)}::jsonb)`

/** None where the BDM has left since the rows were checked. */
const activeBdm = sql`(select bdms.id from bdms where bdms.id = input.bdm_id and bdms.active)`

/** Adds brokers in file order and records each for the undo. @returns their ids */
export async function addBrokers(
  ctx: Ctx,
  importId: number,
  batch: { source: string; numberSource: string | null; rows: readonly (WrittenFields & { row: number })[] },
): Promise<number[]> {
  if (batch.rows.length === 0) return []
  const { rows } = await sql<{ brokerId: number }>`
    with added as (
      insert into brokers (${columns}, bdm_id, call_basis_at, call_basis_source, number_source, import_id)
      select ${columns}, ${activeBdm}, ${ctx.now()}::timestamptz, ${batch.source}, ${batch.numberSource}, ${importId}::int
      from ${inputOf(batch.rows)} with ordinality as input order by ordinality
      returning id, updated_at)
    insert into broker_import_changes (import_id, broker_id, before, left_at)
    select ${importId}::int, id, null, updated_at from added
    returning broker_id`.execute(ctx.db)
  return rows.map(({ brokerId }) => brokerId)
}

/** Changes brokers and stores their previous rows for the undo. */
export async function changeBrokers(
  ctx: Ctx,
  importId: number,
  changes: readonly (WrittenFields & { id: number })[],
  numberSource: string | null,
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    with input as (select * from ${inputOf(changes)}),
    before as (select b.id, to_jsonb(b) as row from brokers b join input using (id)),
    changed as (
      update brokers b set ${setFrom('input', written)},
        bdm_id = case when input.bdm_id = b.bdm_id then b.bdm_id else ${activeBdm} end,
        number_source = case when b.phone is distinct from input.phone then ${numberSource}
          else coalesce(b.number_source, ${numberSource}) end, updated_at = clock_timestamp()
      from input where b.id = input.id returning b.id, b.updated_at)
    insert into broker_import_changes (import_id, broker_id, before, left_at)
    select ${importId}::int, id, before.row, changed.updated_at from before join changed using (id)`.execute(
    ctx.db,
  )
}

export async function storeDone(
  ctx: Ctx,
  importId: number,
  rows: readonly { row: number; doneAs: 'created' | 'updated' | 'skipped'; existingId: number | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`update broker_import_rows r set done_as = input."doneAs", existing_id = input."existingId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input(row int, "doneAs" text, "existingId" int)
    where r.import_id = ${importId} and r.row = input.row`.execute(ctx.db)
}

export async function countDone(
  ctx: Ctx,
  importId: number,
): Promise<{ created: number; updated: number; skipped: number }> {
  const count = (as: string) => sql<number>`count(*) filter (where done_as = ${as})`
  return ctx.db
    .selectFrom('brokerImportRows')
    .select([count('created').as('created'), count('updated').as('updated'), count('skipped').as('skipped')])
    .where('importId', '=', importId)
    .executeTakeFirstOrThrow()
}

/** The next changes to undo, with the current state of their brokers, which stay locked. */
export async function changesToUndo(ctx: Ctx, importId: number, limit: number): Promise<Undoable[]> {
  const changes = await ctx.db
    .selectFrom('brokerImportChanges')
    .select('brokerId')
    .where('importId', '=', importId)
    .orderBy('brokerId')
    .limit(limit)
    .execute()
  const ids = changes.map(({ brokerId }) => brokerId)
  if (ids.length === 0) return []
  // locked first, so that the state read below cannot change and the dispatcher skips these brokers
  await lockBrokers(ctx, ids)
  const { rows } = await sql<Undoable>`
    select h.broker_id, h.before->>'name' as name_before, h.before is null as added, b.name,
      b.updated_at is distinct from h.left_at as edited,
      exists (select from calls c where c.broker_id = h.broker_id
        and (h.before is null or c.created_at > h.left_at or c.dispatched_at > h.left_at)) as called
    from broker_import_changes h left join brokers b on b.id = h.broker_id
    where h.import_id = ${importId} and h.broker_id = any(${ids}::int[])
    order by h.broker_id`.execute(ctx.db)
  return rows
}

export async function removeBrokers(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db.deleteFrom('brokers').where('id', '=', anyOf(ids)).execute()
}

const restored = [
  ...written,
  ...['callBasis', 'callBasisAt', 'callBasisSource', 'numberSource', 'suspendedAt'],
  ...['importId', 'createdAt', 'updatedAt'],
]

/** Restores the rows of brokers from before the import; timestamps are exact to the microsecond. */
export async function restoreBrokers(ctx: Ctx, importId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update brokers b set ${setFrom('old', restored)}, bdm_id = (select id from bdms where id = old.bdm_id)
    from broker_import_changes h, jsonb_populate_record(null::brokers, h.before) old
    where h.import_id = ${importId} and h.broker_id = any(${[...ids]}::int[]) and b.id = h.broker_id`.execute(
    ctx.db,
  )
}

export async function deleteChanges(ctx: Ctx, importId: number, ids: readonly number[]): Promise<void> {
  await ctx.db
    .deleteFrom('brokerImportChanges')
    .where('importId', '=', importId)
    .where('brokerId', '=', anyOf(ids))
    .execute()
}
