// Decides whether a file is a polyglot, which one program would show and another would run or unpack.

import type { FileEnds, MediaType } from './media-type.rules.ts'

const BYTE_ORDER_MARK = '\xef\xbb\xbf'
const WEB_PAGE = /<(?:!doctype html|html|script|hta:|\?php)/i

/** @param front at least some hundred first bytes @returns what else the file is; null: nothing else */
export function secondKindInFront(type: MediaType, front: Buffer): string | null {
  const text = front.toString('latin1')
  const header = text.search(/%PDF-[12]\.\d/)
  if (type !== 'application/pdf') return header < 0 ? null : 'a PDF inside the picture'
  const before = text.slice(0, header).replace(BYTE_ORDER_MARK, '')
  if (/[^\0\s]/.test(before)) return 'other content before the PDF'
  return WEB_PAGE.test(text) ? 'a web page in its first lines' : null
}

/** The signatures of RAR and 7z, which unpackers find anywhere in the first part. */
const ARCHIVES = ['Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c']

/** @returns what else the file is by its whole first part or its last; null: nothing else */
export function secondKindInEnds({ head, tail }: FileEnds): string | null {
  for (const part of [head, tail]) {
    const text = part.toString('latin1')
    if (WEB_PAGE.test(text)) return 'a web page inside'
    if (ARCHIVES.some((signature) => text.includes(signature))) return 'an archive inside'
  }
  return null
}

export const ZIP_AT_END = 'a ZIP archive at its end'
const ZIP_END = Buffer.from('PK\x05\x06')
const ZIP_END_BYTES = 22

/** Searches a streamed file for the record that ends a ZIP archive, which unpackers search for from the end. */
export class ZipEnds {
  #bytes = 0
  #tail = Buffer.alloc(0)
  /** File lengths for which a record already seen would end the file. */
  #ends: number[] = []

  push(chunk: Uint8Array): void {
    const joined = Buffer.concat([this.#tail, chunk])
    const start = this.#bytes - this.#tail.length
    for (let at = joined.indexOf(ZIP_END); at >= 0; at = joined.indexOf(ZIP_END, at + 1)) {
      if (at + ZIP_END_BYTES > joined.length) break
      this.#ends.push(start + at + ZIP_END_BYTES + joined.readUInt16LE(at + ZIP_END_BYTES - 2))
    }
    this.#bytes += chunk.length
    this.#ends = this.#ends.filter((end) => end >= this.#bytes)
    this.#tail = Buffer.from(joined.subarray(-(ZIP_END_BYTES - 1)))
  }

  /** After the last byte: whether a record ends the file. */
  get fits(): boolean {
    return this.#ends.includes(this.#bytes)
  }
}
