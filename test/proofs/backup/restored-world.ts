// What an installation holds after a restore, next to the one that was backed up.
import pg from 'pg'
import { LEFT_OUT } from '#server/modules/backups/archive-format.rules.ts'
import { findRunningEmbedded, startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { until } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import type { World } from './commands.ts'

export async function openDatabase(dataDir: string): Promise<pg.Client> {
  const urls = await findRunningEmbedded(dataDir)
  if (!urls) throw new Error('no database runs')
  const client = new pg.Client({ connectionString: urls.ownerUrl })
  await client.connect()
  return client
}

/** What an archive leaves out, and what a restore writes itself. */
const DIFFERS = new Set([...LEFT_OUT, 'restores'])

/** The rows of every table before anything starts: a start settles the calls that were in flight. */
export async function compare(from: string, to: string): Promise<string[]> {
  const [before, after] = [await rowsOf(from), await rowsOf(to)]
  const total = [...after.values()].reduce((sum, rows) => sum + rows, 0)
  console.log(`restored: ${total} rows of ${after.size} tables, ${after.get('calls')} calls`)
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((table) => !DIFFERS.has(table) && before.get(table) !== after.get(table))
    .map(
      (table) => `${table}: the source has ${before.get(table)} rows, the restored one ${after.get(table)}`,
    )
}

async function rowsOf(dataDir: string): Promise<Map<string, number>> {
  const postgres = await startEmbedded({ dataDir })
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  try {
    await client.connect()
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace",
    )
    const found = new Map<string, number>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ n: string }>(
        `select count(*) as n from ${pg.escapeIdentifier(name)}`,
      )
      found.set(name, Number(rows[0]?.n))
    }
    return found
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** Calls that were in flight come to an end at the start, which writes their events, and none is made before somebody resumes them. */
export async function startRestored(env: World['env'], dataDir: string): Promise<string[]> {
  const server = await startServer({ env, dataDir })
  const database = await openDatabase(dataDir)
  const count = async (what: string): Promise<number> => {
    const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from ${what}`)
    return rows[0]?.n ?? 0
  }
  try {
    const made = await count('calls where dispatched_at is not null')
    const waited = performance.now()
    const left = await until(
      'the calls in flight to end',
      () => count('calls where dispatched_at is not null and finished_at is null'),
      (open) => open === 0,
      120,
    ).catch((error: unknown) => String(error))
    console.log(
      `after its start: no call in flight after ${((performance.now() - waited) / 1000).toFixed(0)} s, ${await count('call_events')} call events`,
    )
    return [
      ...(left === 0 ? [] : [`calls in flight at the backup: ${left}`]),
      ...((await count('calls where dispatched_at is not null')) === made
        ? []
        : ['calls were made before somebody resumed them']),
    ]
  } finally {
    await database.end()
    await server.stop()
  }
}
