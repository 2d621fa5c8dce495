import { createHash } from 'node:crypto'
import type { Ctx } from '#server/ctx.ts'
import { isSettled, observe, sealNext } from '#server/modules/seals/seal-rows.ts'
import { until } from '../test-app.ts'

/** Seals all committed rows, as the worker does in several turns. @returns how many */
export async function sealAll(ctx: Ctx): Promise<number> {
  const horizon = await observe(ctx)
  await until('older transactions have ended', () => isSettled(ctx, horizon))
  let sealed = 0
  for (let batch = -1; batch !== 0; sealed += batch) batch = await sealNext(ctx, horizon)
  return sealed
}

export interface ExportManifest {
  type: 'manifest'
  entries: number
  first: number | null
  last: number | null
  verifierKey: string
  checkpoint: string
}

export interface ExportEntry {
  type: 'entry'
  index: number
  source: string
  content: string | null
  salt: string | null
  commitment: string
  proof: string[]
}

export interface Exported {
  manifest: ExportManifest
  entries: ExportEntry[]
}

export function parseExport(text: string): Exported {
  const [manifest, ...entries] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { manifest, entries }
}

const sha = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Verifies an export with nothing of the product but its format. @returns the indexes of entries that do not verify */
export function wrongEntries({ manifest, entries }: Exported): number[] {
  const [, size = '', root = ''] = manifest.checkpoint.split('\n')
  return entries.flatMap(({ index, content, salt, commitment, proof }) => {
    const entry = Buffer.from(commitment, 'base64')
    const isHidden = content === null && salt === null
    const isOwn = isHidden || sha(Buffer.from(salt ?? '', 'base64'), content ?? '').equals(entry)
    // RFC 9162, section 2.1.3.2
    let hash = sha(Buffer.from([0]), entry)
    let [fn, sn] = [index, Number(size) - 1]
    for (const part of proof.map((each) => Buffer.from(each, 'base64'))) {
      if (fn % 2 === 1 || fn === sn) {
        hash = sha(Buffer.from([1]), part, hash)
        while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
      } else {
        hash = sha(Buffer.from([1]), hash, part)
      }
      ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    }
    return isOwn && sn === 0 && hash.toString('base64') === root ? [] : [index]
  })
}
