import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import packageJson from '../package.json' with { type: 'json' }
import type { App } from './app.ts'
import { type Config, readConfig, startLine } from './config.ts'
import { loadProduct } from './load-product.ts'
import { startEmbedded } from './platform/db/embedded/start-embedded.ts'
import type { DatabaseUrls } from './platform/db/migrate.ts'
import { needsPreparing, prepareDatabase } from './platform/db/prepare-database.ts'
import { freeMemory } from './platform/free-memory.ts'
import { createLog, type Log } from './platform/log.ts'
import { openLogOutput } from './platform/log-output.ts'
import { makePrivateFolder } from './platform/private-folder.ts'
import { errorCode, errorLine, StartupError } from './platform/startup-error.ts'
import { prepareApart } from './preparation/prepare-apart.ts'
import { sessionSecret } from './secrets.ts'

/** For background work, after the requests. */
const STOP_MS = 20_000

interface Database extends DatabaseUrls {
  stop(): Promise<void>
}

async function openDatabase(config: Config, log: Log, onExit: (reason: string) => void): Promise<Database> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config
  if (url) return { url, ownerUrl, stop: async () => undefined }
  return startEmbedded({
    dataDir: config.dataDir,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
    onExit,
  })
}

async function makeDataDir(config: Config): Promise<void> {
  try {
    // the embedded PostgreSQL sets the folder's access, because its user must be able to enter
    if (config.databaseUrl || config.role === 'witness') await makePrivateFolder(config.dataDir)
    else await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartupError(`DATA_DIR ${config.dataDir} cannot be created: ${errorLine(error)}`)
  }
}

function cannotListen(config: Config, error: unknown): StartupError {
  return new StartupError(
    errorCode(error) === 'EADDRINUSE'
      ? `Port ${config.port} is taken. Stop the other program or start with PORT=${config.port + 1}.`
      : `Cannot listen on ${config.host}:${config.port}: ${errorLine(error)}`,
  )
}

/** Tests the port before other resources are opened, so that a port in use is reported immediately. */
async function tryPort(config: Config): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(config.port, config.host), 'listening')
  } catch (error) {
    throw cannotListen(config, error)
  }
  await new Promise((resolve) => probe.close(resolve))
}

async function listen(app: Pick<App, 'server'>, config: Config): Promise<string> {
  try {
    await app.server.listen({ port: config.port, host: config.host })
  } catch (error) {
    throw cannotListen(config, error)
  }
  const { port } = app.server.server.address() as AddressInfo // a TCP listener, as requested above
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}

async function start(): Promise<void> {
  const config = readConfig(process.env, packageJson.version)
  const output = openLogOutput()
  const log = createLog(config.logLevel, output.destination)
  if (config.listens) await tryPort(config)
  await makeDataDir(config)
  if (config.role === 'witness') return startWitness(config, log)
  const loading = loadProduct()
  // reported where it is waited for
  loading.catch(() => undefined)
  const database = await openDatabase(config, log, (reason) =>
    fail(new StartupError(`The database is lost: ${reason}`)),
  )
  let app: App | undefined
  try {
    // after the database, whose owner is the only process that uses this folder
    const secret = await sessionSecret(config.sessionSecret, config.dataDir)
    if (await needsPreparing(database, config)) await prepareApart({ database, secret })
    const { excess } = await prepareDatabase(database, { log })
    const { buildApp, prepareWorld, loadPages } = await loading
    app = await buildApp({
      config,
      databaseUrl: database.url,
      databaseExcess: excess,
      secret,
      log,
      logState: output.state,
      pages: await loadPages(),
      webFiles: config.role !== 'worker',
    })
    const accounts = await prepareWorld(app, config)
    await freeMemory()
    if (config.role !== 'web') await app.startWorkers()
    const address = config.listens ? await listen(app, config) : 'worker, listening on no port'
    console.log(`Brokerline ${config.version} is ready: ${address}`)
    for (const account of accounts) console.log(`  ${account.email} / ${account.password}`)
  } catch (error) {
    await app?.close().catch(() => undefined)
    await database.stop()
    throw error
  }
  stopOnSignals(app, database, config)
}

async function startWitness(config: Config, log: Log): Promise<void> {
  // as with the product, a start that fails early does not wait for it
  const { buildWitness } = await import('./witness/build-witness.ts')
  const { server, key } = await buildWitness(config, log)
  const address = await listen({ server }, config)
  console.log(`Brokerline ${config.version} witnesses ${config.witnessedLog}: ${address}`)
  console.log(`  WITNESS_KEY=${key}`)
  stopOnSignals({ close: () => server.close() }, { stop: async () => undefined }, config)
}

function stopOnSignals(
  app: Pick<App, 'close'>,
  database: Pick<Database, 'stop'>,
  { drainSeconds }: Pick<Config, 'drainSeconds'>,
): void {
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_MS + 2 * drainSeconds * 1000).unref()
    await app.close()
    await database.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
}

function fail(error: unknown): never {
  console.error(startLine(error))
  process.exit(1)
}

// start-up lines are written to stdout too, so a broken pipe must not end the process
process.stdout.on('error', () => undefined)
start().catch(fail)
