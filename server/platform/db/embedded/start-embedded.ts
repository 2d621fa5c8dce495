import { dirname, resolve } from 'node:path'
import pg from 'pg'
import { errorCode, StartupError } from '#server/platform/startup-error.ts'
import { addressOf } from './address.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import {
  type ClusterFiles,
  clusterFiles,
  databaseOwner,
  databaseUser,
  ensureCluster,
  prepareFolders,
  readPassword,
  readUserPassword,
} from './cluster.ts'
import { type KeptRunning, keepRunning } from './keep-running.ts'
import { chooseLauncher, type Launcher, requireReachable } from './launcher.ts'
import type { PidFile } from './pid-file.ts'
import { awaitRunning, endsSoon, startPostmaster, stopPostmaster } from './postmaster.ts'
import { ensureDatabaseAndRole } from './roles.ts'
import { withStartLock } from './start-lock.ts'

/** Connection strings of the database `brokerline`. */
export type EmbeddedUrls = {
  /** For the application's role. */
  url: string
  /** The superuser, who owns all tables. */
  ownerUrl: string
}

export type EmbeddedOptions = {
  /** The installation's DATA_DIR; all files are in its folder `postgres`. */
  dataDir: string
  log?: { info(message: string): void; warn(message: string): void }
  /** PostgreSQL settings in addition to the defaults, such as `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>
  /** Called once when PostgreSQL is taken over by another process. */
  onExit?: (reason: string) => void
}

export type Embedded = EmbeddedUrls & {
  port: number
  /** Whether a PostgreSQL that a killed process had left behind was taken over. */
  takenOver: boolean
  stop(): Promise<void>
}

/**
 * An embedded PostgreSQL under `dataDir`, on a socket in it and a free port of 127.0.0.1. One process at a time owns
 * it. @throws StartupError where another process owns it, or rights, space or programs are missing
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = resolve(options.dataDir)
  const files = clusterFiles(dataDir)
  const launcher = chooseLauncher()
  if (launcher.kind === 'another') options.log?.info(`PostgreSQL runs as the user ${launcher.name}`)
  const binaries = await findBinaries()
  await requireReachable(launcher, dirname(binaries.postgres))
  await prepareFolders(dataDir, files, launcher)
  return withStartLock(files.startLock, () => startLocked(options, { files, launcher, binaries }))
}

type Parts = { files: ClusterFiles; launcher: Launcher; binaries: Binaries }

async function startLocked(options: EmbeddedOptions, parts: Parts): Promise<Embedded> {
  const { files } = parts
  const settings = options.settings ?? {}
  const password = await readPassword(files)
  await ensureCluster(files, { ...parts, password, sync: settings.fsync !== 'off' })
  const left = await findLeft(files, password)
  const running = left ?? (await startPostmaster(files, { ...parts, settings }))
  const end = (pid: number): Promise<void> => stopPostmaster(files, pid, { ...parts, settings })
  try {
    const owned = await own(options, { parts, running, password })
    if (left)
      options.log?.warn(`Took over the PostgreSQL (process ${left.pid}) that a killed process left behind`)
    return {
      ...owned.urls,
      port: running.port,
      takenOver: left !== undefined,
      // Under the start lock, so that no other process takes over a PostgreSQL that is stopping.
      stop: () =>
        withStartLock(files.startLock, async () => ((await owned.giveUp()) ? end(owned.pid()) : undefined)),
    }
  } catch (error) {
    if (!left) await end(running.pid)
    throw error
  }
}

/** Connection strings of the PostgreSQL that another process runs on this folder; undefined when none does. */
export async function findRunningEmbedded(dataDir: string): Promise<EmbeddedUrls | undefined> {
  const files = clusterFiles(resolve(dataDir))
  const running = await awaitRunning(files)
  return running && prepareRoles(files, running, await readPassword(files))
}

/** Sees to the database and to the role as which the application works. */
async function prepareRoles(files: ClusterFiles, running: PidFile, password: string): Promise<EmbeddedUrls> {
  const userPassword = await readUserPassword(files)
  const ownerUrl = addressOf(running, { user: databaseOwner, password })
  await ensureDatabaseAndRole(
    addressOf(running, { user: databaseOwner, password, database: 'postgres' }),
    userPassword,
  )
  return { url: addressOf(running, { user: databaseUser, password: userPassword }), ownerUrl }
}

type Running = { parts: Parts; running: PidFile; password: string }

/** Takes the ownership of the running cluster, and keeps it running. */
async function own(
  options: EmbeddedOptions,
  { parts, running, password }: Running,
): Promise<KeptRunning & { urls: EmbeddedUrls }> {
  const { files } = parts
  const { port } = running
  const kept = await keepRunning({
    data: files.data,
    running,
    url: addressOf(running, { user: databaseOwner, password, database: 'postgres' }),
    startAgain: () =>
      withStartLock(files.startLock, async () => {
        const left = await awaitRunning(files)
        if (left && left.port !== port) throw new Error('another process has started it elsewhere')
        return left ?? (await startPostmaster(files, { ...parts, port, settings: options.settings ?? {} }))
      }),
    log: options.log,
    onLost: (reason) => options.onExit?.(`${reason}; see ${files.log}`),
  })
  if (!kept) {
    throw new StartupError(
      `Brokerline is already running on ${dirname(files.folder)}. End it first, or choose another DATA_DIR.`,
    )
  }
  return { ...kept, urls: await prepareRoles(files, running, password) }
}

/** The PostgreSQL that a killed process has left behind. @throws StartupError where it cannot be used */
async function findLeft(files: ClusterFiles, password: string): Promise<PidFile | undefined> {
  const left = await awaitRunning(files)
  if (!left) return undefined
  try {
    await requireOurs(left, files, password)
    return left
  } catch (error) {
    if (await endsSoon(files, left.pid)) return undefined
    throw error
  }
}

async function requireOurs(running: PidFile, files: ClusterFiles, password: string): Promise<void> {
  const client = new pg.Client({
    connectionString: addressOf(running, { user: databaseOwner, password, database: 'postgres' }),
    connectionTimeoutMillis: 5_000,
  })
  try {
    await client.connect()
    const { rows } = await client.query('SHOW data_directory')
    if (rows[0]?.data_directory !== running.data) throw new Error('it serves another folder')
  } catch (error) {
    const why = errorCode(error) === '28P01' ? `it refuses the password in ${files.password}` : String(error)
    throw new StartupError(
      `A PostgreSQL (process ${running.pid}) runs on ${files.data}, but ${why}. End that process, then start again.`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
