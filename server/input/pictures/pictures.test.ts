import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { FileRefused } from '#server/pdf/file-refused.ts'
import { jpeg, png } from '#test/worlds/application-forms.ts'
import { JpegScanner } from './jpeg-scanner.ts'
import { PngScanner } from './png-scanner.ts'

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
interface Header {
  width: number
  height: number
  depth?: number
  colour?: number
  interlaced?: boolean
}
function header({ width, height, depth = 8, colour = 2, interlaced = false }: Header): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  return chunk('IHDR', data)
}
const data = chunk('IDAT', deflateSync(Buffer.alloc(100)))
const end = chunk('IEND', Buffer.alloc(0))
const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks])
const animation = (frames: number): Buffer => {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames)
  return chunk('acTL', control)
}
/** A frame header of this size in place of the one in a real file. */
function jpegOf(width: number, height: number): Buffer {
  const file = Buffer.from(jpeg)
  const at = file.findIndex(
    (byte, index) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(file[index + 1] ?? 0),
  )
  file.writeUInt16BE(height, at + 5)
  file.writeUInt16BE(width, at + 7)
  return file
}

/** The scanner's refusal of a file in pieces of this size; 'whole' where it is accepted. */
function scan(file: Buffer, size: number): string {
  const scanner = file[0] === 0xff ? new JpegScanner() : new PngScanner()
  try {
    for (let at = 0; at < file.length; at += size) scanner.push(file.subarray(at, at + size))
    scanner.finish()
    return 'whole'
  } catch (error) {
    const { fault, found } = error as FileRefused // the scanners throw nothing else
    return found ? `${fault}: ${found}` : fault
  }
}

describe.each([1, 7, 65_536])('a picture that arrives in pieces of %i bytes', (size) => {
  // Covers: accreditation-applications-5
  it.each([
    ['a PNG', png],
    ['a JPEG', jpeg],
    ['a JPEG with bytes after its end', Buffer.concat([jpeg, Buffer.alloc(5000, 7)])],
    ['a PNG with padding after its end', Buffer.concat([png, Buffer.alloc(5000)])],
    ['a scan of 7,016 by 9,922', pngOf(header({ width: 7016, height: 9922 }), data, end)],
    ['an interlaced PNG', pngOf(header({ width: 500, height: 400, interlaced: true }), data, end)],
    ['a short animation', pngOf(header({ width: 500, height: 400 }), animation(10), data, end)],
    ['a photo of 8,160 by 6,120', jpegOf(8160, 6120)],
  ])('is accepted: %s', (_, file) => {
    expect(scan(file, size)).toBe('whole')
  })

  // Covers: accreditation-applications-5
  it.each([
    [
      'a PNG of 22,000',
      pngOf(header({ width: 22_000, height: 22_000 }), data, end),
      '22,000 × 22,000 pixels',
    ],
    [
      'one bit a pixel',
      pngOf(header({ width: 30_000, height: 30_000, depth: 1, colour: 0 }), data, end),
      '30,000 × 30,000 pixels',
    ],
    [
      'interlaced',
      pngOf(header({ width: 22_000, height: 22_000, interlaced: true }), data, end),
      '22,000 × 22,000 pixels',
    ],
    [
      '16 bits a sample',
      pngOf(header({ width: 8000, height: 8000, depth: 16 }), data, end),
      '8,000 × 8,000 pixels',
    ],
    ['a line', pngOf(header({ width: 100_000, height: 2 }), data, end), '100,000 × 2 pixels'],
    [
      '4,000 frames',
      pngOf(header({ width: 1000, height: 1000 }), animation(4000), data, end),
      '1,000 × 1,000 pixels in 4,000 frames',
    ],
    ['a JPEG', jpegOf(65_535, 65_535), '65,535 × 65,535 pixels'],
  ])('is refused for its pixels: %s', (_, file, found) => {
    expect(scan(file, size)).toBe(`too_many_pixels: ${found}`)
  })

  // Covers: accreditation-applications-5
  it.each([
    ['a PNG cut in half', png.subarray(0, png.length / 2)],
    ['a PNG without IEND', png.subarray(0, -12)],
    ['a PNG without IDAT', pngOf(header({ width: 5, height: 5 }), end)],
    ['a PNG with a changed byte', Buffer.concat([png.subarray(0, -20), Buffer.from([1]), png.subarray(-19)])],
    ['a PNG without a height', pngOf(header({ width: 5, height: 0 }), data, end)],
    ['a JPEG cut in half', jpeg.subarray(0, jpeg.length / 2)],
    ['a JPEG without its last two bytes', jpeg.subarray(0, -2)],
    ['a JPEG that ends before its scan', Buffer.concat([jpeg.subarray(0, 20), Buffer.from([0xff, 0xd9])])],
  ])('is refused as damaged: %s', (_, file) => {
    expect(scan(file, size)).toBe('damaged')
  })
})
