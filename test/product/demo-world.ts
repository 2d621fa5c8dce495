// `node test/product/demo-world.ts FOLDER`: makes the demo world in a folder for many servers to start on copies of it.
// Making it takes longer than most tests that want it.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from './server.ts'

const ADDRESS = 'made-at'

/** Nothing was dialled in it: whoever starts on it begins its simulated time where its own settings say. */
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
