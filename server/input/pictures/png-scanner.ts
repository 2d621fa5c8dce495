import { crc32 } from 'node:zlib'
import { FileRefused } from '#server/pdf/file-refused.ts'
import { requirePixels } from './picture-limits.ts'

const SIGNATURE_BYTES = 8
/** Length and name of a chunk. */
const HEAD_BYTES = 8
const CRC_BYTES = 4
/** The chunks whose content is read: IHDR (13 bytes) and acTL (8). */
const KEPT_BYTES = 13
const VALID_DEPTHS = new Set([1, 2, 4, 8, 16])

/** Follows the chunks of a PNG as it arrives, in little memory; checks sizes before any program decodes it. */
export class PngScanner {
  #skip = SIGNATURE_BYTES
  #head = Buffer.alloc(0)
  #chunk: { name: string; left: number; kept: Buffer; sum: number } | null = null
  #crc = Buffer.alloc(0)
  #frame: { width: number; height: number; depth: number } | null = null
  #hasData = false
  #ended = false

  /** @throws FileRefused */
  push(bytes: Uint8Array): void {
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = Math.min(this.#skip, part.length)
    this.#skip -= at
    // some programs append padding after the end
    while (at < part.length && !this.#ended) at = this.#read(part, at)
  }

  /** @throws FileRefused where the picture is cut off */
  finish(): void {
    if (!this.#ended || !this.#hasData) throw new FileRefused('damaged')
  }

  #read(part: Buffer, at: number): number {
    if (!this.#chunk) return this.#begin(part, at)
    const { left } = this.#chunk
    if (left > 0) {
      const end = Math.min(part.length, at + left)
      const data = part.subarray(at, end)
      this.#chunk.sum = crc32(data, this.#chunk.sum)
      this.#chunk.left -= data.length
      if (this.#chunk.kept.length < KEPT_BYTES)
        this.#chunk.kept = Buffer.concat([this.#chunk.kept, data.subarray(0, KEPT_BYTES)])
      return end
    }
    const end = Math.min(part.length, at + CRC_BYTES - this.#crc.length)
    this.#crc = Buffer.concat([this.#crc, part.subarray(at, end)])
    if (this.#crc.length === CRC_BYTES) this.#end()
    return end
  }

  #begin(part: Buffer, at: number): number {
    const end = Math.min(part.length, at + HEAD_BYTES - this.#head.length)
    this.#head = Buffer.concat([this.#head, part.subarray(at, end)])
    if (this.#head.length < HEAD_BYTES) return end
    const name = this.#head.toString('latin1', 4, HEAD_BYTES)
    const sum = crc32(this.#head.subarray(4))
    this.#chunk = { name, left: this.#head.readUInt32BE(0), kept: Buffer.alloc(0), sum }
    this.#head = Buffer.alloc(0)
    if (!/^[A-Za-z]{4}$/.test(name) || (name === 'IHDR') !== (this.#frame === null))
      throw new FileRefused('damaged')
    return end
  }

  #end(): void {
    const { name, kept, sum } = this.#chunk ?? { name: '', kept: Buffer.alloc(0), sum: 0 }
    if (sum !== this.#crc.readUInt32BE(0)) throw new FileRefused('damaged')
    if (name === 'IHDR') this.#readHeader(kept)
    if (name === 'acTL' && this.#frame && kept.length >= 4)
      requirePixels({ ...this.#frame, frames: kept.readUInt32BE(0) })
    this.#hasData ||= name === 'IDAT'
    this.#ended = name === 'IEND'
    this.#chunk = null
    this.#crc = Buffer.alloc(0)
  }

  #readHeader(header: Buffer): void {
    const depth = header[8] ?? 0
    if (header.length < KEPT_BYTES || !VALID_DEPTHS.has(depth)) throw new FileRefused('damaged')
    this.#frame = { width: header.readUInt32BE(0), height: header.readUInt32BE(4), depth }
    requirePixels(this.#frame)
  }
}
