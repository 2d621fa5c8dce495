// `node test/product/demo-world.ts FOLDER`: creates the demo world in a folder, so that many servers can start on
// copies. Creating it takes longer than most tests that use it.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from './server.ts'

const ADDRESS = 'made-at'

/** It contains no live dials: a server that starts on a copy begins its simulated time by its own settings. */
export async function makeDemoWorld(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const server = await startServer({ dataDir: folder })
  await server.stop()
  await writeFile(join(folder, ADDRESS), server.url)
}

/** Where its links lead. */
export function addressOfWorld(folder: string): Promise<string> {
  return readFile(join(folder, ADDRESS), 'utf8')
}

if (process.argv[1] === import.meta.filename) await makeDemoWorld(process.argv[2] ?? '')
