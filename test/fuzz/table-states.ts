import type { Pool } from 'pg'

/** By table, how many rows it has and which transaction wrote last. */
export type TableStates = Readonly<Record<string, string>>

/** Tables that a refused request may change: attempts, last activity of sessions, and rate limits. */
const OF_REFUSALS = [
  'audit_log',
  'sessions',
  'rate_limits',
  'known_networks',
  'verifications',
  'refused_callbacks',
]

/** @returns a function that reads the tables' states. Tables are counted again only after a write. */
export async function watchTables(pool: Pool): Promise<() => Promise<TableStates>> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [OF_REFUSALS],
  )
  // row by row: xmin is the transaction that wrote a row
  const states = rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' rows, last written by ' || coalesce(max(xmin::text::bigint), 0) as state from "${name}"`,
  )
  const text = states.join(' union all ')
  let known: TableStates = {}
  let knownAt = ''
  return async () => {
    const { rows: next } = await pool.query<{ at: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as at',
    )
    if (next[0]?.at === knownAt) return known
    knownAt = next[0]?.at ?? ''
    const found = await pool.query<{ name: string; state: string }>(text)
    known = Object.fromEntries(found.rows.map(({ name, state }) => [name, state]))
    return known
  }
}
