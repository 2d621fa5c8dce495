import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '#server/platform/log.ts'

/** Makes the partitions of the next months, where there are none. @throws where others hold up the tables just then */
export async function makeMonths<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`select make_months()`.execute(db)
}

/** As makeMonths() at the start of a process, which waits for nothing: there are partitions for months, and nights. */
export async function makeMonthsAtStart(client: Pick<pg.Client, 'query'>, log: Log): Promise<void> {
  await client.query('select make_months()').catch((error: unknown) => {
    log.warn({ err: error }, 'the partitions of the next months were not made; the next night tries again')
  })
}

/** Makes these partitions, named such as `call_events_2026_11`, where they are missing. Only the owner may. */
export async function addMonths(client: Pick<pg.Client, 'query'>, names: readonly string[]): Promise<void> {
  await client.query(
    `select add_month(k.name, to_date(right(wanted, 7), 'YYYY_MM'))
    from unnest($1::text[]) wanted join kept_by_month() k on wanted = k.name || right(wanted, 8)
    where to_regclass(format('partitions.%I', wanted)) is null order by wanted`,
    [names],
  )
}

/** How many rows are in no partition of a month, counted up to a thousand a table. */
export async function rowsWithoutMonth<Schema>(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select rows_without_month() as rows`.execute(db)
  return rows[0]?.rows ?? 0
}
