import { sql } from 'kysely'
import {
  type BrokerImport,
  type getImport,
  importFields,
  importMapping,
  type listImports,
  type OnExisting,
} from '#contract/brokers/imports.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RowProblem } from './check-rows.rules.ts'
import { importStatus } from './imports.rules.ts'

type ImportSummary = ReturnsOf<typeof listImports>[number]

const SHOWN_IMPORTS = 100
const SAMPLE_ROWS = 5
export const SHOWN_PROBLEMS = 100
const SHOWN_REASONS = 20

const selectImports = (ctx: Ctx) =>
  ctx.db
    .selectFrom('brokerImports')
    .leftJoin('users', 'users.id', 'brokerImports.createdBy')
    .leftJoin('runs', 'runs.id', 'brokerImports.runId')
    .selectAll('brokerImports')
    .select(['users.name as createdByName', 'runs.error', importStatus.as('status')])
    .select((eb) => eb.fn.coalesce('runs.done', sql<number>`0`).as('done'))
    .select(
      sql<number>`case when runs.state = 'undoing' then
        (select count(*) from broker_import_changes h where h.import_id = broker_imports.id) else 0 end`.as(
        'toUndo',
      ),
    )
type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['executeTakeFirstOrThrow']>>

function toSummary(row: Row): ImportSummary {
  const { id, filename, rows, accepted, rejected, existing, done, error } = row
  return {
    ...{ id, filename, error },
    // the table's check constraints allow no other values, and this module wrote the JSON
    status: row.status,
    columns: row.columns as string[],
    mapping: importMapping.parse(row.mapping),
    notes: row.notes as string[],
    numberSource: row.numberSource,
    onExisting: row.onExisting as OnExisting,
    counts: { rows, accepted, rejected, existing },
    progress: { done, total: totalOf(row) },
    result: row.result as ImportSummary['result'],
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
  }
}

function totalOf({ status, accepted, done, toUndo }: Row): number {
  if (status === 'undoing') return done + toUndo
  return status === 'undone' ? done : accepted
}

/** Imports, newest first. */
export async function viewImports(ctx: Ctx): Promise<ImportSummary[]> {
  const rows = await selectImports(ctx).orderBy('brokerImports.id', 'desc').limit(SHOWN_IMPORTS).execute()
  return rows.map(toSummary)
}

/** One import with the first rows of its file and the first problems. @throws AppError not_found */
export async function viewImport(ctx: Ctx, id: number): Promise<ReturnsOf<typeof getImport>> {
  const row = await selectImports(ctx).where('brokerImports.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Import')
  const summary = toSummary(row)
  const isRunning = summary.status === 'importing' || summary.status === 'undoing'
  const [sample, rejected, ready, reasons] = await Promise.all([
    ctx.db
      .selectFrom('brokerImportRows')
      .select('cells')
      .where('importId', '=', id)
      .orderBy('row')
      .limit(SAMPLE_ROWS)
      .execute(),
    rejectedAfter(ctx, { importId: id, row: 0, limit: SHOWN_PROBLEMS }),
    summary.status === 'preview' ? readyRows(ctx, id) : [],
    // omitted while it runs, because screens request it each second
    isRunning ? [] : reasonsOf(ctx, id),
  ])
  return {
    ...summary,
    keptAfterUndo: row.keptAfterUndo as BrokerImport['keptAfterUndo'], // as written by the undo
    sample: sample.map(({ cells }) => byColumn(summary.columns, cells as string[])), // stored as texts
    ...{ ready, reasons },
    problems: shownProblems(rejected),
  }
}

/** The first problems of rejected rows, each with its row. */
export const shownProblems = (rejected: readonly RejectedRow[]): (RowProblem & { row: number })[] =>
  rejected
    .flatMap(({ row, problems }) => problems.map((problem) => ({ row, ...problem })))
    .slice(0, SHOWN_PROBLEMS)

async function readyRows(ctx: Ctx, importId: number): Promise<BrokerImport['ready']> {
  const rows = await ctx.db
    .selectFrom('brokerImportRows')
    .select(['row', 'fields', 'existingId'])
    .where('importId', '=', importId)
    .where('fields', 'is not', null)
    .orderBy('row')
    .limit(SAMPLE_ROWS)
    .execute()
  return rows.map(({ row, fields, existingId }) => ({
    row,
    existing: existingId !== null,
    fields: Object.fromEntries(
      importFields.flatMap((field) => {
        // as checked before they were stored
        const value = (fields as Record<string, unknown>)[field]
        return typeof value === 'string' && value !== '' ? [[field, value]] : []
      }),
    ),
  }))
}

/** Rejected rows by reason; reasons that differ only by the number of another row count as one. */
async function reasonsOf(ctx: Ctx, importId: number): Promise<BrokerImport['reasons']> {
  const { rows } = await sql<BrokerImport['reasons'][number]>`
    select regexp_replace(problem ->> 'reason', '\mrow [0-9,]+', 'another row') as reason,
      problem ->> 'column' as "column", count(distinct row)::int as rows
    from broker_import_rows, jsonb_array_elements(problems) problem
    where import_id = ${importId} and fields is null
    group by 1, 2 order by 3 desc, 1, 2 limit ${SHOWN_REASONS}`.execute(ctx.db)
  return rows
}

function byColumn(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
}

export interface RejectedRow {
  row: number
  cells: string[]
  problems: RowProblem[]
}

export async function rejectedAfter(
  ctx: Ctx,
  page: { importId: number; row: number; limit: number },
): Promise<RejectedRow[]> {
  const rows = await ctx.db
    .selectFrom('brokerImportRows')
    .select(['row', 'cells', 'problems'])
    .where('importId', '=', page.importId)
    .where('fields', 'is', null)
    .where('row', '>', page.row)
    .orderBy('row')
    .limit(page.limit)
    .execute()
  return rows as unknown as RejectedRow[] // as written by insertRows and rejectRows
}

/** Cells of the longest rejected row. */
export async function longestRejected(ctx: Ctx, importId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('brokerImportRows')
    .select(sql<number>`coalesce(max(jsonb_array_length(cells)), 0)`.as('longest'))
    .where('importId', '=', importId)
    .where('fields', 'is', null)
    .executeTakeFirstOrThrow()
  return row.longest
}
