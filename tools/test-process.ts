import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export interface Command {
  command: readonly string[]
  minutes: number
  env?: Record<string, string>
}

export interface Ended {
  ok: boolean
  /** Everything that it printed, in its order. */
  output: string
}

/** Programs that run side by side, and end together. */
export interface Processes {
  run(command: Command): Promise<Ended>
  /** Passes a signal on to all that run. */
  signal(signal: NodeJS.Signals): void
}

const PATIENCE_MS = 30_000

interface Options {
  cwd: string
  /** The folder of the project's own programs. */
  bin: string
  /** Where they keep what they make for a while. */
  temporary: string
}

export function createProcesses(options: Options): Processes {
  const running = new Set<ChildProcess>()
  const env = {
    ...process.env,
    PATH: `${options.bin}${delimiter}${process.env.PATH ?? ''}`,
    TMPDIR: options.temporary,
    // half of each start of the product, and of the tools, is reading and compiling their files
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(options.bin, '..', '.cache', 'compiled'),
    // what is printed goes through a pipe, which programs take for a file
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  }

  function run({ command: [program = '', ...args], minutes, env: own }: Command): Promise<Ended> {
    return new Promise((resolve) => {
      const child = spawn(program, args, {
        cwd: options.cwd,
        env: { ...env, ...own },
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
        // in a group of its own: Ctrl + C reaches it once, through us
        detached: process.platform !== 'win32',
      })
      running.add(child)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          output += chunk
        })
      }
      let late = false
      const limit = setTimeout(() => {
        late = true
        output += `\ntakes longer than ${minutes} minutes and is ended\n`
        signalWhole(child, 'SIGINT')
      }, minutes * 60_000)
      const last = setTimeout(() => signalWhole(child, 'SIGKILL'), minutes * 60_000 + PATIENCE_MS)
      const done = (ok: boolean): void => {
        clearTimeout(limit)
        clearTimeout(last)
        running.delete(child)
        resolve({ ok: ok && !late, output })
      }
      child.on('error', (error) => {
        output += `${error.message}. Run "npm ci" first.\n`
        done(false)
      })
      child.on('close', (code) => done(code === 0))
    })
  }

  return {
    run,
    signal(signal) {
      for (const child of running) signalWhole(child, signal)
    },
  }
}

/** With whatever it has started, as Ctrl + C in a terminal does. */
function signalWhole(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid && process.platform !== 'win32') process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // it has just ended
  }
}
