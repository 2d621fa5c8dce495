// `node test/product/demo-world.ts FOLDER`: creates the demo world in a folder, so that many servers can start on
// copies. Creating it takes longer than most tests that use it.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from './client.ts'
import { startServer } from './server.ts'

const ADDRESS = 'made-at'

/** It contains no live dials: a server that starts on a copy begins its simulated time by its own settings. */
export async function makeDemoWorld(folder: string, env: Record<string, string> = {}): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const server = await startServer({ dataDir: folder, env })
  await settle(server.url)
  await server.stop()
  await writeFile(join(folder, ADDRESS), server.url)
}

const PATIENCE_SECONDS = 120

/** Waits for the jobs and the figures of the new world, else each server that starts on a copy does them again. */
async function settle(url: string): Promise<void> {
  const secondsOf = async (metric: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const line = text.split('\n').find((each) => each.startsWith(metric))
    return Number(line?.split(' ').at(-1) ?? Number.NaN)
  }
  const jobs = () => secondsOf('queue_oldest_seconds{queue="jobs"}')
  await until('the jobs of the demo world', jobs, (oldest) => oldest === 0, PATIENCE_SECONDS)
  const from = performance.now()
  const figures = () => secondsOf('worker_silent_seconds{worker="figures"}')
  const hasTurned = (silent: number): boolean => silent * 1000 < performance.now() - from
  await until('a turn of the figures worker', figures, hasTurned, PATIENCE_SECONDS)
}

/** Where its links lead. */
export function addressOfWorld(folder: string): Promise<string> {
  return readFile(join(folder, ADDRESS), 'utf8')
}

if (process.argv[1] === import.meta.filename) await makeDemoWorld(process.argv[2] ?? '')
