import type pg from 'pg'
import { StartupError } from '#server/platform/startup-error.ts'

/** The oldest PostgreSQL that this version works with, as `server_version_num`. */
const OLDEST = 150_000

/** @throws StartupError where the server is older than the minimum version */
export async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  const version = rows[0]?.version ?? 0
  if (version >= OLDEST) return
  throw new StartupError(
    `The database is PostgreSQL ${Math.floor(version / 10_000)}, but Brokerline needs 15 or newer. Upgrade it, or set DATABASE_URL to a newer one.`,
  )
}
