import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ImportStatus } from '#contract/brokers/imports.ts'
import type { Ctx } from '#server/ctx.ts'
import type { BrokerImports } from '#server/schema.gen.ts'
import { plainAsicNumberOf } from '../asic-number.rules.ts'
import type { BrokerFields } from '../rules.ts'
import type { CheckedRow, RowProblem } from './check-rows.rules.ts'
import { importStatus } from './imports.rules.ts'
import type { Match } from './match-brokers.rules.ts'

export type ImportRow = Selectable<BrokerImports> & { status: ImportStatus }

export async function insertImport(ctx: Ctx, values: Insertable<BrokerImports>): Promise<number> {
  const row = await ctx.db
    .insertInto('brokerImports')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** With its rows. */
export async function deleteImport(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('brokerImports').where('id', '=', id).execute()
}

/** One import, locked until the transaction ends when `forUpdate`. */
export async function findImport(
  ctx: Ctx,
  id: number,
  options: { forUpdate?: boolean } = {},
): Promise<ImportRow | undefined> {
  // a join with a lock would combine the new row with the run of the old one
  if (options.forUpdate)
    await ctx.db.selectFrom('brokerImports').select('id').where('id', '=', id).forUpdate().execute()
  return ctx.db
    .selectFrom('brokerImports')
    .leftJoin('runs', 'runs.id', 'brokerImports.runId')
    .selectAll('brokerImports')
    .select(importStatus.as('status'))
    .where('brokerImports.id', '=', id)
    .executeTakeFirst()
}

export async function changeImport(ctx: Ctx, id: number, values: Updateable<BrokerImports>): Promise<void> {
  await ctx.db.updateTable('brokerImports').set(values).where('id', '=', id).execute()
}

export async function insertRows(ctx: Ctx, importId: number, rows: readonly CheckedRow[]): Promise<void> {
  await sql`insert into broker_import_rows (import_id, row, cells, fields, problems)
    select ${importId}, row, cells, nullif(fields, 'null'), problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as input(row int, cells jsonb, fields jsonb, problems jsonb)`.execute(ctx.db)
}

/** Stores the results of checking stored rows again. */
export async function recheckRows(ctx: Ctx, importId: number, rows: readonly CheckedRow[]): Promise<void> {
  const checked = rows.map(({ row, fields, problems }) => ({ row, fields, problems }))
  await sql`update broker_import_rows r
    set fields = nullif(input.fields, 'null'), problems = input.problems, existing_id = null
    from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as input(row int, fields jsonb, problems jsonb)
    where r.import_id = ${importId} and r.row = input.row`.execute(ctx.db)
}

/** The next stored rows, in file order. */
export async function cellsAfter(
  ctx: Ctx,
  page: { importId: number; row: number; limit: number },
): Promise<{ row: number; cells: string[] }[]> {
  const rows = await ctx.db
    .selectFrom('brokerImportRows')
    .select(['row', 'cells'])
    .where('importId', '=', page.importId)
    .where('row', '>', page.row)
    .orderBy('row')
    .limit(page.limit)
    .execute()
  return rows.map(({ row, cells }) => ({ row, cells: cells as string[] })) // as written by insertRows
}

export interface AcceptedRow {
  row: number
  fields: BrokerFields
  matches: Match[]
}

/**
 * The next accepted rows that the import has not processed, each with the existing brokers that share its ASIC number,
 * email, or phone and name.
 */
export async function acceptedAfter(
  ctx: Ctx,
  page: { importId: number; row: number; limit: number },
): Promise<AcceptedRow[]> {
  const { rows } = await sql<AcceptedRow>`
    with page as materialized (
      select row, fields from broker_import_rows
      where import_id = ${page.importId} and row > ${page.row} and fields is not null and done_as is null
      order by row limit ${page.limit}
    ), keyed as materialized (
      select row, ${plainAsicNumberOf(sql`fields->>'asicNumber'`)} as asic,
        lower(fields->>'email') as email, fields->>'phone' as phone, fold_key(fields->>'name') as name
      from page
    ), matched as (
      select k.row, b.id, b.name, 'asicNumber' as by from keyed k join brokers b
        on ${plainAsicNumberOf(sql`b.asic_number`)} = k.asic
        where b.asic_number is not null and k.asic <> ''
      union all
      select k.row, b.id, b.name, 'email' from keyed k join brokers b on lower(b.email) = k.email
        where b.email is not null
      union all
      select k.row, b.id, b.name, 'phone' from keyed k join brokers b
        on b.phone = k.phone and fold_key(b.name) = k.name
    ), grouped as (
      select row, jsonb_agg(jsonb_build_object('id', id, 'name', name, 'by', by) order by id) as matches
      from matched group by row
    )
    select page.row, page.fields, coalesce(grouped.matches, '[]') as matches
    from page left join grouped using (row) order by page.row`.execute(ctx.db)
  return rows
}

/** Stores the existing broker that each row matches. */
export async function storeExisting(
  ctx: Ctx,
  importId: number,
  rows: readonly { row: number; existingId: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`update broker_import_rows r set existing_id = input."existingId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input(row int, "existingId" int)
    where r.import_id = ${importId} and r.row = input.row`.execute(ctx.db)
}

/** Rejects rows that passed their own check but conflict with others. */
export async function rejectRows(
  ctx: Ctx,
  importId: number,
  rows: readonly { row: number; problem: RowProblem }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`update broker_import_rows r
    set fields = null, existing_id = null, problems = jsonb_build_array(input.problem)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input(row int, problem jsonb)
    where r.import_id = ${importId} and r.row = input.row`.execute(ctx.db)
}

export interface RowCounts {
  rows: number
  accepted: number
  rejected: number
  existing: number
}

export async function countRows(ctx: Ctx, importId: number): Promise<RowCounts> {
  return ctx.db
    .selectFrom('brokerImportRows')
    .select((eb) => [
      eb.fn.countAll<number>().as('rows'),
      eb.fn.count<number>('fields').as('accepted'),
      eb.fn.countAll<number>().filterWhere('fields', 'is', null).as('rejected'),
      eb.fn.count<number>('existingId').as('existing'),
    ])
    .where('importId', '=', importId)
    .executeTakeFirstOrThrow()
}
