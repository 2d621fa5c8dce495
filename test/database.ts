import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'

export interface ToolDatabase {
  url: string
  stop(): Promise<void>
}

/** An empty PostgreSQL in a temporary folder, as an external one for proofs and measurements. */
export async function startDatabase(): Promise<ToolDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-database-'))
  const postgres = await startEmbedded({ dataDir, log: { info() {}, warn: console.error } })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
