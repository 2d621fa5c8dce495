// Decides whether a file is a second kind of file as well: what one program shows, another would run or unpack.

import type { MediaType } from './media-type.rules.ts'

const BYTE_ORDER_MARK = '\xef\xbb\xbf'
const WEB_PAGE = /<(?:!doctype html|html|script|hta:|\?php)/i

/** @param front the first bytes, some hundred at least. @returns what else it is; null: nothing else */
export function secondKindInFront(type: MediaType, front: Buffer): string | null {
  const text = front.toString('latin1')
  const header = text.search(/%PDF-[12]\.\d/)
  if (type !== 'application/pdf') return header < 0 ? null : 'a PDF inside the picture'
  const before = text.slice(0, header).replace(BYTE_ORDER_MARK, '')
  if (/[^\0\s]/.test(before)) return 'other content before the PDF'
  return WEB_PAGE.test(text) ? 'a web page in its first lines' : null
}

export const ZIP_AT_END = 'a ZIP archive at its end'
const ZIP_END = Buffer.from('PK\x05\x06')
const ZIP_END_BYTES = 22

/** Follows a file for the record that ends a ZIP archive: whoever unpacks one looks for it from the end. */
export class ZipEnds {
  #bytes = 0
  #tail = Buffer.alloc(0)
  /** Where the file would have to end for a record that was seen. */
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

  /** After the last byte: true where one ends the file. */
  get fits(): boolean {
    return this.#ends.includes(this.#bytes)
  }
}
