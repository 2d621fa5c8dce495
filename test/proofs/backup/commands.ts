// Runs `npm run backup` and `npm run restore` as an operator does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** An installation that writes archives, and the identity that opens them. */
export interface World {
  dataDir: string
  env: Record<string, string>
  identity: string
  folder: string
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Ended {
  code: number | null
  output: string
  seconds: number
  /** The largest memory that was seen, in MiB; Linux alone. */
  peakMiB: number
}

interface Run {
  env: Record<string, string>
  args?: string[]
  /** Kills it then, as a crash would. */
  killAfterMs?: number
  /** Kills it once this is true. */
  killWhen?: () => Promise<boolean>
}

export async function runTool(
  name: 'backup' | 'restore',
  { env, args = [], killAfterMs, killWhen }: Run,
): Promise<Ended> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [`tools/${name}.ts`, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  let peakMiB = 0
  const look = setInterval(async () => {
    peakMiB = Math.max(peakMiB, await residentMiB(child.pid ?? 0))
    if (await killWhen?.()) child.kill('SIGKILL')
  }, 100)
  const killing = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(look)
  clearTimeout(killing)
  return { code, output: output.trim(), seconds: (performance.now() - startedAt) / 1000, peakMiB }
}

async function residentMiB(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** The archives of a folder, the newest last. */
export async function archivesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.age')).sort()
}
