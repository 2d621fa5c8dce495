import { isBlank } from './lexer.ts'

/** White space, an old end-of-file mark, and the fill bytes of storage and scanners. */
export const isPadding = (byte: number): boolean => isBlank(byte) || byte === 0x1a || byte === 0xff

/** The last bytes of a file up to its last byte that is no padding. */
export class SolidTail {
  readonly #size: number
  #kept = Buffer.alloc(0)
  /** Padding that is part of the tail if another byte follows it. */
  #padding = Buffer.alloc(0)

  constructor(size: number) {
    this.#size = size
  }

  push(chunk: Uint8Array): void {
    let end = chunk.length
    while (end > 0 && isPadding(chunk[end - 1] ?? 0)) end--
    if (end > 0) {
      this.#kept = this.#last([this.#kept, this.#padding, chunk.subarray(0, end)])
      this.#padding = Buffer.alloc(0)
    }
    this.#padding = this.#last([this.#padding, chunk.subarray(end)])
  }

  get bytes(): Buffer {
    return this.#kept
  }

  #last(parts: readonly Uint8Array[]): Buffer<ArrayBuffer> {
    return Buffer.from(Buffer.concat(parts).subarray(-this.#size))
  }
}
