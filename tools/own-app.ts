import { mkdir } from 'node:fs/promises'
import type { Ctx } from '#server/ctx.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import packageJson from '../package.json' with { type: 'json' }
import { buildApp } from '../server/app.ts'
import { type Config, readConfig } from '../server/config.ts'
import { findRunningEmbedded, startEmbedded } from '../server/platform/db/embedded/start-embedded.ts'
import type { DatabaseUrls } from '../server/platform/db/migrate.ts'
import { prepareDatabase } from '../server/platform/db/prepare-database.ts'
import { createLog } from '../server/platform/log.ts'
import { openLogOutput } from '../server/platform/log-output.ts'
import { StartupError } from '../server/platform/startup-error.ts'
import { sessionSecret } from '../server/secrets.ts'
import { buildWebIfStale } from './build-web.ts'

/** Runs a command from the terminal with the application's services, also while Brokerline is running. @throws StartupError */
export async function withOwnApp(name: string, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  if (!buildWebIfStale())
    throw new StartupError('The web bundles could not be built; the reason stands above.')
  const config = readConfig(process.env, packageJson.version)
  const log = createLog(config.logLevel, openLogOutput().destination)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const database = await openDatabase(config)
  try {
    await prepareDatabase(database, { log })
    const databaseUrl = database.url
    const secret = await sessionSecret(config.sessionSecret, config.dataDir)
    const pages = await loadPages()
    const app = await buildApp({ config, databaseUrl, secret, log, pages, webFiles: false })
    try {
      await work(app.ctx({ kind: 'system', name }))
    } finally {
      await app.close()
    }
  } finally {
    await database.stop()
  }
}

/** The external one, that of the running Brokerline, or else our own for as long as this takes. */
async function openDatabase(config: Config): Promise<DatabaseUrls & { stop(): Promise<void> }> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir } = config
  const running = url ? { url, ownerUrl } : await findRunningEmbedded(dataDir)
  return running ? { ...running, stop: async () => undefined } : startEmbedded({ dataDir })
}
