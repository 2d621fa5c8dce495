import { spawn } from 'node:child_process'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, errorLine, StartupError } from '#server/platform/startup-error.ts'
import { isSocketFile, socketDirectories } from './address.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterFiles } from './cluster.ts'
import { type Launcher, launch, run } from './launcher.ts'
import { isAlive, isPostmasterOf, type PidFile, readPidFile } from './pid-file.ts'

const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  jit: 'off',
  io_method: 'sync',
  // For solid-state disks. The default is for spinning ones: for a few rows it reads whole tables of thousands.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and their errors hold personal data and belong to the application's log, not here.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

type Options = {
  binaries: Binaries
  launcher: Launcher
  settings: Record<string, string>
  /** Defaults to a free port. */
  port?: number
}

/** Starts PostgreSQL on the cluster, detached from this process, and waits until it takes connections. */
export async function startPostmaster(files: ClusterFiles, options: Options): Promise<PidFile> {
  await disarmStalePidFile(files.data)
  await removeSockets(files.folder)
  for (let attempt = 1; ; attempt++) {
    const result = await tryStart(files, options)
    if (typeof result !== 'string') return result
    const passing = /could not bind|could not create any TCP|shared memory block|lock file/.test(result)
    if (!passing || attempt === 20) {
      throw new StartupError(
        `PostgreSQL does not start: ${result}. Put that right, then start again; more is in ${logFile(files)}.`,
      )
    }
    // The port was taken between choosing and using it, or the processes of a killed one are still ending.
    await delay(100)
  }
}

async function tryStart(
  files: ClusterFiles,
  { binaries, launcher, settings, port: wanted }: Options,
): Promise<PidFile | string> {
  const port = wanted ?? (await freePort())
  const socket = { unix_socket_directories: socketDirectories(files.folder) }
  const flags = Object.entries({ ...defaults, ...socket, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const started = launch(launcher, binaries.postgres, ['-D', files.data, '-p', String(port), ...flags])
  await rotateLog(files)
  const log = await open(logFile(files), 'a', 0o600)
  const { size: before } = await log.stat()
  try {
    const child = spawn(started.command, started.args, {
      ...started.options,
      cwd: files.folder,
      // Its own process group: Ctrl-C in the terminal reaches us first, and we shut it down in order.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    let ended: string | undefined
    child.on('error', (error) => {
      ended = errorLine(error)
    })
    child.on('exit', (code, signal) => {
      ended ??= `it ended at once (${signal ?? `code ${code}`})`
    })
    child.unref()
    while (ended === undefined) {
      const pidFile = await readPidFile(files.data)
      if (pidFile?.pid === child.pid && pidFile?.status === 'ready') return pidFile
      await delay(10)
    }
    return (await lastError(files, before)) ?? ended
  } finally {
    await log.close()
  }
}

/** Fast shutdown: ends open sessions, keeps committed data. Waits until the process has exited. */
export async function stopPostmaster(files: ClusterFiles, pid: number, options: Options): Promise<void> {
  const steps: { signal: NodeJS.Signals; mode: string; patience: number }[] = [
    { signal: 'SIGINT', mode: 'fast', patience: 30_000 },
    { signal: 'SIGQUIT', mode: 'immediate', patience: 10_000 },
  ]
  for (const { signal, mode, patience } of steps) {
    if (process.platform === 'win32') {
      // Windows has no such signals; pg_ctl signals the server through its own pipe.
      await run(
        options.launcher,
        options.binaries.pgCtl,
        ['stop', '-D', files.data, '-m', mode],
        files.folder,
      )
    } else {
      sendSignal(pid, signal)
    }
    const giveUpAt = performance.now() + patience
    while (performance.now() < giveUpAt) {
      if (!(await isPostmasterOf(files.data, pid))) return
      await delay(10)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end`)
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/** Waits until the PostgreSQL that runs on the cluster is ready; undefined when there is none or it ends. */
export async function awaitRunning(files: ClusterFiles): Promise<PidFile | undefined> {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    const pidFile = await readPidFile(files.data)
    if (!pidFile || !(await isPostmasterOf(files.data, pidFile.pid))) return undefined
    if (pidFile.status === 'ready') return pidFile
    if (performance.now() > giveUpAt) {
      throw new StartupError(
        `PostgreSQL (process ${pidFile.pid}) on ${files.data} is not ready after a minute. End it, then start again.`,
      )
    }
    await delay(25)
  }
}

/** How long a killed PostgreSQL may take to exit; until then its process exists but does not respond. */
const DYING_MS = 2_000

/** Whether this PostgreSQL exits within DYING_MS. */
export async function endsSoon({ data }: ClusterFiles, pid: number): Promise<boolean> {
  for (const giveUpAt = performance.now() + DYING_MS; performance.now() < giveUpAt; await delay(25))
    if (!(await isPostmasterOf(data, pid))) return true
  return false
}

// PostgreSQL refuses to start while the process named in the file lives, even when that number has long
// gone to some other program. The rest of the file stays: by it PostgreSQL finds sessions that still run.
async function disarmStalePidFile(data: string): Promise<void> {
  const pidFile = await readPidFile(data)
  if (!pidFile || !isAlive(pidFile.pid) || (await isPostmasterOf(data, pidFile.pid))) return
  const path = join(data, 'postmaster.pid')
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, [neverPid, ...rest].join('\n'))
}

/** Of PostgreSQLs that were killed: none runs here now. */
async function removeSockets(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter(isSocketFile)
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
}

// One above the largest process number of Linux, and far above that of macOS.
const neverPid = 4_194_304

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port)
        else reject(new Error('no free port'))
      })
    })
  })
}

function logFile(files: ClusterFiles): string {
  return join(files.log, 'postgres.log')
}

const logLimit = 4 * 1024 * 1024

async function rotateLog(files: ClusterFiles): Promise<void> {
  const { size } = await stat(logFile(files)).catch(() => ({ size: 0 }))
  if (size > logLimit) await rename(logFile(files), join(files.log, 'postgres.1.log'))
}

/** The last complaint that PostgreSQL wrote to its log after `offset` bytes. */
async function lastError(files: ClusterFiles, offset: number): Promise<string | undefined> {
  const text = (await readFile(logFile(files))).subarray(offset).toString('utf8')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1)
  return fatal?.replace(/^.*?\b(FATAL|PANIC):\s*/, '')
}
