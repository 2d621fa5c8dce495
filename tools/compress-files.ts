// `node tools/compress-files.ts <folder>`: lays beside each text file its brotli and gzip forms, which the server sends as they
// are. Once at the build as small as they get, rather than anew for everybody who asks.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What fits into one packet anyway. */
const SMALL = 1_000

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function compress(path: string): Promise<void> {
  const content = readFileSync(path)
  if (content.length < SMALL) return
  const [br, gz] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    zip(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  writeFileSync(`${path}.br`, br)
  writeFileSync(`${path}.gz`, gz)
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('node tools/compress-files.ts <folder>')
await Promise.all(
  globSync('**/*.{js,css,svg,json}', { cwd: folder }).map((file) => compress(join(folder, file))),
)
