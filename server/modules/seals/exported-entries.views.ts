import { sql } from 'kysely'
import { type SealSource, sealSources } from '#contract/surveillance/seals.ts'
import type { Ctx } from '#server/ctx.ts'
import { contentOf } from './commitment.rules.ts'
import { rowJson, sourceTables } from './sources.views.ts'

export interface ExportedEntry {
  index: number
  source: SealSource
  sealedAt: Date
  /** null: removed with the person. */
  salt: Buffer | null
  content: string | null
  commitment: Buffer
}

/** The entries of a period, from the first to the last one; null: there is none. */
export async function indexesOfPeriod(
  ctx: Ctx,
  { from, to }: { from: Date; to: Date },
): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(index) as first, max(index) as last from sealed_entries
    where sealed_at >= ${from} and sealed_at < ${to}`.execute(ctx.db)
  const { first = null, last = null } = rows[0] ?? {}
  return first === null || last === null ? null : { first, last }
}

/** The entries about a broker and the records merged into theirs: the audit log, decisions, suppressions of the number, scores. */
export async function indexesOfBroker(ctx: Ctx, brokerId: number): Promise<number[]> {
  const { rows } = await sql<{ index: number }>`
    with records as (
      select ${brokerId}::int as id union select from_id from broker_merges where into_id = ${brokerId}
    ), changes (source, change_id) as (
      select 'audit', id from audit_log
        where (subject_type = 'broker' and subject_id = any(array(select id::text from records)))
          or before ->> 'brokerId' = any(array(select id::text from records))
          or after ->> 'brokerId' = any(array(select id::text from records))
      union all select 'decision', id from call_decisions where broker_id = ${brokerId}
      union all select e.source, e.change_id from sealed_entries e join suppressions s on s.id = e.row_id
        join brokers b on b.phone = s.phone
        where e.source = 'suppression' and e.content is not null and b.id = ${brokerId}
      union all select source, change_id from sealed_entries where broker_id = any(array(select id from records))
    )
    select e.index from sealed_entries e join changes c on c.source = e.source and c.change_id = e.change_id
    order by e.index`.execute(ctx.db)
  return rows.map(({ index }) => index)
}

/** Entries with their contents, in the order of the log. */
export async function exportedEntries(ctx: Ctx, indexes: readonly number[]): Promise<ExportedEntry[]> {
  const chosen = sql`any(array(select unnest(${[...indexes]}::bigint[])))`
  const pages = await Promise.all(
    sealSources.map(async (source) => {
      const { changes, table } = sourceTables[source]
      const row = changes
        ? sql`null`
        : sql`(select ${rowJson(source)} from ${sql.table(table)} where id = e.row_id)`
      const { rows } = await sql<ExportedEntry & { row: string | null }>`
        select e.index, e.sealed_at, e.salt, e.content, e.commitment, case when e.salt is not null then ${row} end as row
        from sealed_entries e where e.index = ${chosen} and e.source = ${source}`.execute(ctx.db)
      return rows.map(({ row: current, content, ...entry }) => ({
        ...entry,
        source,
        content: content ?? (current === null ? null : contentOf(source, current)),
      }))
    }),
  )
  return pages.flat().sort((a, b) => a.index - b.index)
}
