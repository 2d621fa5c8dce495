// Adds a member of staff from the terminal, also while Brokerline is running: `npm run admin:create -- <e-mail>`.
import { mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { createStaff } from '#server/modules/accounts/staff-accounts.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import packageJson from '../package.json' with { type: 'json' }
import { buildApp } from '../server/app.ts'
import { type Config, readConfig, startLine } from '../server/config.ts'
import { findRunningEmbedded, startEmbedded } from '../server/platform/db/embedded/start-embedded.ts'
import type { DatabaseUrls } from '../server/platform/db/migrate.ts'
import { prepareDatabase } from '../server/platform/db/prepare-database.ts'
import { AppError } from '../server/platform/errors.ts'
import { createLog } from '../server/platform/log.ts'
import { openLogOutput } from '../server/platform/log-output.ts'
import { StartupError } from '../server/platform/startup-error.ts'
import { sessionSecret } from '../server/secrets.ts'
import { readArguments } from './admin-create-arguments.ts'
import { buildWebIfStale } from './build-web.ts'

async function create(): Promise<void> {
  const person = readArguments(process.argv.slice(2))
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
      const ctx = app.ctx({ kind: 'system', name: 'admin:create' })
      await createStaff(ctx, { ...person, password: await askPassword() })
      console.log(`${person.email} can sign in as ${person.role}.`)
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

/** One line, not shown while it is typed. */
async function askPassword(): Promise<string> {
  const terminal = process.stdin.isTTY
  if (terminal) process.stderr.write('Password (at least 8 characters): ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
}

create().catch((error: unknown) => {
  console.error(error instanceof AppError ? error.message : startLine(error))
  process.exitCode = 1
})
