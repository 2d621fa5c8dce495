import { type RawBuilder, sql } from 'kysely'
import type { SealSource } from '#contract/surveillance/seals.ts'
import type { Ctx } from '#server/ctx.ts'

/** As the content has it, whatever the time zone of the session is. */
const instant = (column: string): RawBuilder<unknown> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${sql.ref(column)}`
const plain = (...columns: string[]): RawBuilder<unknown>[] => columns.map((column) => sql.ref(column))

interface SourceTable {
  table: string
  /** Numbers the states of its rows in the order of writing. */
  change: string
  /** Left out: references that deleting another record clears, and details that may be removed earlier than the row. */
  columns: readonly RawBuilder<unknown>[]
  /** Each state of a row is an entry of its own, which keeps its content. */
  changes: boolean
}

export const sourceTables: Record<SealSource, SourceTable> = {
  audit: {
    table: 'audit_log',
    change: 'id',
    changes: false,
    columns: [
      ...plain('id', 'actor', 'action', 'subject_type', 'subject_id', 'before', 'after', 'ip', 'request_id'),
      instant('at'),
    ],
  },
  decision: {
    table: 'call_decisions',
    change: 'id',
    changes: false,
    // the facts name the broker, also after the row has followed a merge
    columns: [
      ...plain('id', 'campaign_id', 'verdict', 'reasons', 'facts', 'rules_version', 'data_versions'),
      ...['not_before', 'judged_at', 'decided_at'].map(instant),
    ],
  },
  suppression: {
    table: 'suppressions',
    change: 'change_id',
    changes: true,
    columns: [
      ...plain('id', 'phone', 'source', 'reason', 'simulated', 'ended_reason'),
      ...['created_at', 'asked_again_at', 'ended_at'].map(instant),
    ],
  },
  score: {
    table: 'broker_scores',
    change: 'change_id',
    changes: true,
    columns: plain(
      ...['id', 'month', 'broker_id', 'scorecard_id', 'overall', 'calculated_tier', 'tier', 'total_loans'],
      ...['default_rate', 'rework_rate', 'avg_credit_score', 'avg_lvr', 'avg_days', 'evidence_of'],
      ...['compliance', 'gates', 'adjusted', 'points'],
    ),
  },
}

/** The sealed columns of a row as JSON, to be selected from `row`. */
export const rowJson = (source: SealSource): RawBuilder<string> =>
  sql`(select to_jsonb(sealed) from (select ${sql.join(sourceTables[source].columns)}) sealed)::text`

export interface SourceRow {
  source: SealSource
  changeId: number
  rowId: number
  /** Of scores. */
  brokerId: number | null
  row: string
}

/** States of rows with numbers above `after` and up to `upTo`, lowest first. */
export async function sourceRows(
  ctx: Ctx,
  source: SealSource,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<SourceRow[]> {
  const { table } = sourceTables[source]
  const change = sql.ref(sourceTables[source].change)
  const { rows } = await sql<Omit<SourceRow, 'source'>>`
    select ${change} as change_id, id as row_id,
      ${source === 'score' ? sql.ref('broker_id') : sql`null::int`} as broker_id, ${rowJson(source)} as row
    from ${sql.table(table)} where ${change} > ${after} and ${change} <= ${upTo} order by ${change} limit ${limit}`.execute(
    ctx.db,
  )
  return rows.map((row) => ({ ...row, source }))
}

/** The highest number of a state in each table. */
export async function highestChanges(ctx: Ctx): Promise<Record<SealSource, number>> {
  const highest = (source: SealSource) =>
    sql`(select coalesce(max(${sql.ref(sourceTables[source].change)}), 0) from ${sql.table(sourceTables[source].table)})`
  const { rows } = await sql<Record<SealSource, number>>`
    select ${highest('audit')} as audit, ${highest('decision')} as decision, ${highest('suppression')} as suppression,
      ${highest('score')} as score`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('a select without from returned no row')
  return row
}

/** The transactions that have written to one of the tables, or are about to: each holds a lock on it until it ends. */
export async function writersOfSources(ctx: Ctx): Promise<string[]> {
  const tables = Object.values(sourceTables).map(({ table }) => table)
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = any(${tables}::regclass[]) and granted
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`.execute(
    ctx.db,
  )
  return rows.map(({ writer }) => writer)
}
