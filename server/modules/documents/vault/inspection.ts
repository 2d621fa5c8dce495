import { createHash, type Hash } from 'node:crypto'
import { FileRefused } from './faults.ts'
import { type Glimpse, HEAD_BYTES, TAIL_BYTES, typeOf } from './rules.ts'

export interface Inspection {
  /** The very bytes, looked at as they pass. */
  content: AsyncIterable<Uint8Array>
  /** After the last byte. */
  result(): Glimpse & { bytes: number; sha256: Buffer }
}

export interface InspectionOptions {
  /** Bytes at most. */
  limit: number
  /** What the first bytes must promise. */
  allowedTypes: readonly string[]
}

/** Counts, hashes and looks at a file while it passes. Iterating throws FileRefused as soon as it is clear. */
export function inspect(source: AsyncIterable<Uint8Array>, options: InspectionOptions): Inspection {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  let judged = false
  const judge = (): void => {
    judged = true
    if (!options.allowedTypes.includes(typeOf(head) ?? '')) throw new FileRefused('wrong_type')
  }
  return {
    content: (async function* () {
      for await (const chunk of source) {
        if (chunk.length === 0) continue
        bytes += chunk.length
        if (bytes > options.limit) throw new FileRefused('too_large')
        hash.update(chunk)
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
        tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
        if (!judged && head.length >= JUDGED_BY) judge()
        yield chunk
      }
      if (bytes === 0) throw new FileRefused('empty')
      if (!judged) judge()
    })(),
    result: () => ({ head, tail, bytes, sha256: hash.digest() }),
  }
}

/** Enough to know every kind by its beginning. */
const JUDGED_BY = 1024
