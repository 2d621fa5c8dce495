// `node tools/compress-files.ts <folder>`: writes brotli and gzip copies next to each text file, which the server sends
// unchanged. Compressed once at the build with maximum effort, instead of for each request.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Files that fit into one packet uncompressed. */
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
