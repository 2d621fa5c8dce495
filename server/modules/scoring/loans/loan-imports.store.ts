import { type Selectable, sql, type Updateable } from 'kysely'
import type { CreditScale } from '#contract/scoring/credit-scales.ts'
import type { LoanMapping, LoanReading } from '#contract/scoring/loans.ts'
import type { Ctx } from '#server/ctx.ts'
import { plainAsicNumberOf } from '#server/modules/brokers/asic-number.rules.ts'
import type { LoanImports } from '#server/schema.gen.ts'
import { SCORE_RUN } from '../score/score-runs.store.ts'
import type { CheckedLoan } from './check-loans.rules.ts'

export type LoanImportRow = Selectable<LoanImports>

/** One import, locked until the transaction ends when `forUpdate`. */
export async function findImport(
  ctx: Ctx,
  id: number,
  options: { forUpdate?: boolean } = {},
): Promise<LoanImportRow | undefined> {
  const query = ctx.db.selectFrom('loanImports').selectAll().where('id', '=', id)
  return (options.forUpdate ? query.forUpdate() : query).executeTakeFirst()
}

export interface NewLoanImport {
  filename: string
  columns: string[]
  mapping: LoanMapping
  /** null: made by the product. */
  reading: LoanReading | null
  creditScoreScale: CreditScale
  notes: string[]
}

export async function insertImport(
  tx: Ctx,
  { filename, columns, mapping, reading, creditScoreScale, notes }: NewLoanImport,
): Promise<number> {
  const row = await tx.db
    .insertInto('loanImports')
    .values({
      ...{ filename, status: 'preview', rows: 0, accepted: 0, rejected: 0, existing: 0 },
      columns: JSON.stringify(columns),
      mapping: JSON.stringify(mapping),
      reading: reading && JSON.stringify(reading),
      creditScoreScale,
      notes: JSON.stringify(notes),
      createdBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
      createdAt: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Adds rows with the values read from them, or updates those that are read again. */
export async function storeRows(tx: Ctx, importId: number, rows: readonly CheckedLoan[]): Promise<void> {
  const parts = rows.map(({ row, cells, loan, problems }) => ({
    ...{ row, cells, problems: problems.length > 0 ? problems : null },
    ...loan,
  }))
  await sql`
    insert into loan_import_rows as r (import_id, row, cells, problems, loan_id, broker_id, lodged_on, approved_on,
      settled_on, amount, lvr, credit_score, reworked, defaulted)
    select ${importId}, row, cells, nullif(problems::text, 'null')::jsonb, "loanId", "brokerId", "lodgedOn", "approvedOn", "settledOn",
      amount, lvr, "creditScore", reworked, defaulted
    from json_to_recordset(${JSON.stringify(parts)}::json) as i(row int, cells text[], problems jsonb, "loanId" text,
      "brokerId" int, "lodgedOn" date, "approvedOn" date, "settledOn" date, amount numeric, lvr numeric,
      "creditScore" smallint, reworked boolean, defaulted boolean)
    on conflict (import_id, row) do update set problems = excluded.problems, loan_id = excluded.loan_id,
      broker_id = excluded.broker_id, lodged_on = excluded.lodged_on, approved_on = excluded.approved_on,
      settled_on = excluded.settled_on, amount = excluded.amount, lvr = excluded.lvr,
      credit_score = excluded.credit_score, reworked = excluded.reworked, defaulted = excluded.defaulted`.execute(
    tx.db,
  )
}

export async function changeImport(tx: Ctx, id: number, values: Updateable<LoanImports>): Promise<void> {
  await tx.db.updateTable('loanImports').set(values).where('id', '=', id).execute()
}

/** Deletes an import with its rows. */
export async function deleteImport(tx: Ctx, id: number): Promise<void> {
  await tx.db.deleteFrom('loanImports').where('id', '=', id).execute()
}

export async function rowsAfter(
  ctx: Ctx,
  { importId, row, limit }: { importId: number; row: number; limit: number },
): Promise<{ row: number; cells: string[] }[]> {
  return ctx.db
    .selectFrom('loanImportRows')
    .select(['row', 'cells'])
    .where('importId', '=', importId)
    .where('row', '>', row)
    .orderBy('row')
    .limit(limit)
    .execute()
}

/** Counts the rows, and keeps the counts with the import. */
export async function countRows(tx: Ctx, importId: number): Promise<{ rows: number; accepted: number }> {
  const { rows } = await sql<{ rows: number; accepted: number }>`
    update loan_imports i set rows = c.rows, accepted = c.accepted, rejected = c.rows - c.accepted, existing = c.existing
    from (
      select count(*)::int as rows, count(*) filter (where r.problems is null)::int as accepted, count(l.id)::int as existing
      from loan_import_rows r left join loans l on r.problems is null and l.loan_id = r.loan_id where r.import_id = ${importId}
    ) c where i.id = ${importId} returning c.rows, c.accepted`.execute(tx.db)
  return rows[0] ?? { rows: 0, accepted: 0 }
}

/** Brokers by their plain ASIC number; null where two have it. */
export async function brokersByNumber(ctx: Ctx): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ number: string; id: number; brokers: number }>`
    select ${plainAsicNumberOf(sql`asic_number`)} as number, min(id) as id, count(*)::int as brokers
    from brokers where asic_number is not null group by 1`.execute(ctx.db)
  return new Map(
    rows
      .filter(({ number }) => number !== '')
      .map(({ number, id, brokers }) => [number, brokers === 1 ? id : null]),
  )
}

const fields = sql`broker_id, lodged_on, approved_on, settled_on, amount, lvr, credit_score, credit_score_scale,
  reworked, defaulted`
const excluded = sql`excluded.broker_id, excluded.lodged_on, excluded.approved_on, excluded.settled_on, excluded.amount,
  excluded.lvr, excluded.credit_score, excluded.credit_score_scale, excluded.reworked, excluded.defaulted`

/**
 * Takes the accepted rows in, and keeps what each loan was before. A broker who was deleted since is left out.
 * @returns how many were new and how many are corrected
 */
export async function takeIn(
  tx: Ctx,
  importId: number,
  scale: CreditScale,
): Promise<{ created: number; updated: number }> {
  const accepted = sql`loan_import_rows r join brokers b on b.id = r.broker_id
    where r.import_id = ${importId} and r.problems is null`
  await sql`
    insert into loan_import_changes (import_id, loan_id, before)
    select ${importId}, r.loan_id, to_jsonb(l) - 'id' from (select r.* from ${accepted}) r left join loans l using (loan_id)
    where l.id is null or (l.broker_id, l.lodged_on, l.approved_on, l.settled_on, l.amount, l.lvr, l.credit_score, l.reworked,
      l.defaulted) is distinct from (r.broker_id, r.lodged_on, r.approved_on, r.settled_on, r.amount, r.lvr, r.credit_score,
      r.reworked, r.defaulted) or (r.credit_score is not null and l.credit_score_scale <> ${scale})`.execute(
    tx.db,
  )
  await sql`
    insert into loans (loan_id, import_id, ${fields})
    select r.loan_id, ${importId}, r.broker_id, r.lodged_on, r.approved_on, r.settled_on, r.amount, r.lvr, r.credit_score,
      ${scale}, r.reworked, r.defaulted
    from loan_import_rows r join loan_import_changes c on c.import_id = r.import_id and c.loan_id = r.loan_id
    where r.import_id = ${importId} and r.problems is null
    on conflict (loan_id) do update set (import_id, ${fields}) = (excluded.import_id, ${excluded})`.execute(
    tx.db,
  )
  const { rows } = await sql<{ created: number; updated: number }>`
    select count(*) filter (where before is null)::int as created, count(before)::int as updated
    from loan_import_changes where import_id = ${importId}`.execute(tx.db)
  return rows[0] ?? { created: 0, updated: 0 }
}

/** Puts loans back as they were, but for those that a later file changed. */
export async function takeOut(tx: Ctx, importId: number): Promise<void> {
  await sql`
    update loans l set import_id = (c.before ->> 'import_id')::int, broker_id = p.broker_id, lodged_on = p.lodged_on,
      approved_on = p.approved_on, settled_on = p.settled_on, amount = p.amount, lvr = p.lvr,
      credit_score = p.credit_score, credit_score_scale = coalesce(p.credit_score_scale, 'equifax'), reworked = p.reworked,
      defaulted = p.defaulted
    from loan_import_changes c cross join lateral jsonb_to_record(c.before) as p(broker_id int, lodged_on date,
      approved_on date, settled_on date, amount numeric, lvr numeric, credit_score smallint, credit_score_scale text,
      reworked boolean, defaulted boolean) join brokers b on b.id = p.broker_id
    where c.import_id = ${importId} and c.before is not null and l.loan_id = c.loan_id and l.import_id = ${importId}`.execute(
    tx.db,
  )
  await sql`delete from loans l using loan_import_changes c
    where c.import_id = ${importId} and c.before is null and l.loan_id = c.loan_id and l.import_id = ${importId}`.execute(
    tx.db,
  )
}

/**
 * Marks the calculated months that an import's loans affect for recalculation. A loan counts in the month in which it
 * was lodged and in the months after it, for as long as each month's scorecard defines.
 */
export async function noteOutdated(tx: Ctx, importId: number): Promise<void> {
  await sql`
    with lodged as (
      select distinct date_trunc('month', l.lodged_on)::date as first from loan_import_changes c join loans l using (loan_id)
      where c.import_id = ${importId}
      union select distinct date_trunc('month', (c.before ->> 'lodged_on')::date)::date from loan_import_changes c
      where c.import_id = ${importId} and c.before is not null
      union select distinct date_trunc('month', r.lodged_on)::date from loan_import_rows r
      join loan_import_changes c on c.import_id = r.import_id and c.loan_id = r.loan_id where r.import_id = ${importId}
    )
    insert into outdated_months (month, since)
    select distinct run.key, ${tx.now()}::timestamptz from runs run
    join scorecards s on s.id = (run.input ->> 'scorecardId')::int
    join lodged on run.kind = ${SCORE_RUN} and (run.key || '-01')::date between first
      and first + make_interval(months => greatest((s.rules ->> 'windowMonths')::int, (s.rules ->> 'defaultsMonths')::int) - 1)
    on conflict (month) do nothing`.execute(tx.db)
}
