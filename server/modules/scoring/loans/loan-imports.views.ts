import { sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { creditScale } from '#contract/scoring/credit-scales.ts'
import {
  type getLoanImport,
  type LoanImport,
  type listLoanImports,
  loanMapping,
  loanReading,
} from '#contract/scoring/loans.ts'
import type { Ctx } from '#server/ctx.ts'
import {
  type RejectedRow,
  SHOWN_PROBLEMS,
  shownProblems,
} from '#server/modules/brokers/imports/imports.views.ts'
import { notFound } from '#server/platform/errors.ts'

type Summary = ReturnsOf<typeof listLoanImports>[number]

const SHOWN_IMPORTS = 100

const selectImports = (ctx: Ctx) =>
  ctx.db
    .selectFrom('loanImports')
    .leftJoin('users', 'users.id', 'loanImports.createdBy')
    .selectAll('loanImports')
    .select('users.name as createdByName')
type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['executeTakeFirstOrThrow']>>

function toSummary(row: Row): Summary {
  const { id, filename, rows, accepted, rejected, existing, created, updated, skipped } = row
  return {
    ...{ id, filename },
    // the table's check allows no other, and this module wrote the JSON
    status: row.status as LoanImport['status'],
    columns: row.columns as string[],
    mapping: loanMapping.parse(row.mapping),
    reading: loanReading.nullable().parse(row.reading),
    creditScoreScale: creditScale.parse(row.creditScoreScale),
    notes: row.notes as string[],
    counts: { rows, accepted, rejected, existing },
    result: created === null ? null : { created, updated: updated ?? 0, unchanged: skipped ?? 0 },
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
  }
}

/** Imports, newest first. */
export async function viewLoanImports(ctx: Ctx): Promise<Summary[]> {
  const rows = await selectImports(ctx).orderBy('loanImports.id', 'desc').limit(SHOWN_IMPORTS).execute()
  return rows.map(toSummary)
}

/** @throws AppError not_found */
export async function viewLoanImport(ctx: Ctx, id: number): Promise<ReturnsOf<typeof getLoanImport>> {
  const row = await selectImports(ctx).where('loanImports.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Import')
  const [months, rejected] = await Promise.all([
    sql<LoanImport['months'][number]>`
      select to_char(lodged_on, 'YYYY-MM') as month, count(*)::int as loans from loan_import_rows
      where import_id = ${id} and problems is null group by 1 order by 1 desc`.execute(ctx.db),
    rejectedAfter(ctx, { importId: id, row: 0, limit: SHOWN_PROBLEMS }),
  ])
  return { ...toSummary(row), months: months.rows, problems: shownProblems(rejected) }
}

/** Cells of the longest rejected row. */
export async function longestRejected(ctx: Ctx, importId: number): Promise<number> {
  const { rows } = await sql<{ longest: number }>`
    select coalesce(max(cardinality(cells)), 0) as longest from loan_import_rows
    where import_id = ${importId} and problems is not null`.execute(ctx.db)
  return rows[0]?.longest ?? 0
}

export async function rejectedAfter(
  ctx: Ctx,
  { importId, row, limit }: { importId: number; row: number; limit: number },
): Promise<RejectedRow[]> {
  const { rows } = await sql<RejectedRow>`select row, cells, problems from loan_import_rows
    where import_id = ${importId} and problems is not null and row > ${row} order by row limit ${limit}`.execute(
    ctx.db,
  )
  return rows
}
