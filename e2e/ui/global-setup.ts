import { rm } from 'node:fs/promises'
import { startServer } from '#test/product/server.ts'

/**
 * Loads the demo world once: the servers of the tests start on copies of it. Nothing was dialled in it, so that each
 * of them still begins its simulated time where its own settings say.
 */
export default async function prepareWorld(): Promise<() => Promise<void>> {
  const server = await startServer({ keep: true })
  await server.stop()
  // read by the workers' fixtures
  process.env.PREPARED_WORLD = server.dataDir
  process.env.PREPARED_URL = server.url
  return () => rm(server.dataDir, { recursive: true, force: true })
}
