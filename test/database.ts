import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'

export interface ToolDatabase {
  /** As the application works. */
  url: string
  /** For a superuser, who owns the tables. */
  ownerUrl: string
  stop(): Promise<void>
}

/**
 * An empty PostgreSQL in a temporary folder, as an external one for proofs and measurements.
 * @param settings PostgreSQL's, in addition to the defaults
 */
export async function startDatabase(settings: Record<string, string> = {}): Promise<ToolDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-database-'))
  const postgres = await startEmbedded({ dataDir, settings, log: { info() {}, warn: console.error } })
  return {
    ...postgres,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs statements over a connection of their own. */
export async function executeOn(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of another database of the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
