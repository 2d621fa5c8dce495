import { rm } from 'node:fs/promises'
import type { FullConfig } from '@playwright/test'
import { startServer } from '#test/product/server.ts'

/** A server that all workers of one place in the row use, one after the other: see fixtures.ts. */
export interface SharedServer {
  url: string
  /** The file with everything that it has printed. */
  log: string
}

/**
 * Loads the demo world once and starts a server on a copy of it for each worker that runs at a time; tests that need
 * another server start it on a copy too. Nothing was dialled in the world, so that each of them still begins its
 * simulated time where its own settings say.
 */
export default async function prepareWorld({ workers }: FullConfig): Promise<() => Promise<void>> {
  const world = await startServer({ keep: true })
  await world.stop()
  const servers = await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      startServer({ copyOf: world.dataDir, logTo: `${world.dataDir}.${index}.log` }),
    ),
  )
  const shared = servers.map(
    ({ url }, index): SharedServer => ({ url, log: `${world.dataDir}.${index}.log` }),
  )
  // read by the workers' fixtures
  process.env.PREPARED_WORLD = world.dataDir
  process.env.PREPARED_URL = world.url
  process.env.SHARED_SERVERS = JSON.stringify(shared)
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
    for (const path of [world.dataDir, ...shared.map(({ log }) => log)])
      await rm(path, { recursive: true, force: true })
  }
}
