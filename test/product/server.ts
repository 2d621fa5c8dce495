import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { callingTime } from './calling-day.ts'

export type RunningServer = {
  url: string
  pid: number
  dataDir: string
  /** Everything that the process has printed so far. */
  output(): string
  /** null while it runs, or when a signal ended it. */
  exitCode(): number | null
  /** Ends the process in order and removes its data folder, unless the folder was given. */
  stop(): Promise<void>
  /** Kills the process as a crash would, and leaves its database running. */
  kill(): Promise<void>
}

type Options = {
  /** Variables of the README in addition to the defaults below; the shell's own product variables are not inherited. */
  env?: Record<string, string>
  /** A folder that outlives the server: to start again on the same data. */
  dataDir?: string
  /** The folder of a server that has ended in order: this one starts on a copy of it. */
  copyOf?: string | undefined
  /** The folder remains when the server stops; the caller removes it. */
  keep?: boolean
}

const root = fileURLToPath(new URL('../..', import.meta.url))

const defaults = {
  DEMO: 'on',
  RATE_LIMITS: 'off',
  DRAIN_SECONDS: '0',
  VOICE_PROVIDER: 'simulator',
  SIM_SPEED: '60',
  SIM_OUTCOMES: 'by-number',
  SIM_NOW: callingTime('12:00'),
}

/** The compile cache of a test run, if it has one: half of a start is reading the product's files. */
export function compiled(): { NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}

/** Starts the product as its users do, on a free port and a fresh folder, and waits until it is ready. */
export async function startServer({ env = {}, dataDir, copyOf, keep }: Options = {}): Promise<RunningServer> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'brokerline-e2e-')))
  if (copyOf) await cp(copyOf, folder, { recursive: true })
  const port = env.PORT ?? String(await freePort())
  const url = `http://localhost:${port}`
  let output = ''
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...compiled(),
      ...defaults,
      DATA_DIR: folder,
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const server: RunningServer = {
    url,
    // undefined only if spawning failed, which the wait reports
    pid: child.pid ?? 0,
    dataDir: folder,
    output: () => output,
    exitCode: () => child.exitCode,
    async stop() {
      await end(child, 'SIGTERM')
      await endDatabase(folder)
      if (!dataDir && !keep) await rm(folder, { recursive: true, force: true })
    },
    kill: () => end(child, 'SIGKILL'),
  }
  try {
    await untilReady(child, server)
  } catch (error) {
    await server.stop()
    throw new Error(`${error instanceof Error ? error.message : error}\n${output}`)
  }
  return server
}

/** By its own words too: where it finds its port taken, another server answers there. */
async function untilReady(child: ChildProcess, { url, output }: RunningServer): Promise<void> {
  const giveUpAt = performance.now() + 90_000
  while (performance.now() < giveUpAt) {
    if (hasEnded(child))
      throw new Error(`The server ended at its start (${child.signalCode ?? child.exitCode}).`)
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (answer?.ok && output().includes(' is ready: ')) return
    await delay(50)
  }
  throw new Error('The server was not ready after 90 s.')
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(timer)
}

/** Ends the PostgreSQL that a killed server leaves running; after an orderly end there is none. */
async function endDatabase(folder: string): Promise<void> {
  const file = join(folder, 'postgres', 'data', 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  try {
    process.kill(pid, 'SIGQUIT')
  } catch {
    // It has ended already.
  }
}
