import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readLogoImage } from './logo-image.rules.ts'

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const data = chunk('IDAT', deflateSync(Buffer.alloc(10)))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...more, data, chunk('IEND', Buffer.alloc(0))])
}

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const jpeg = (...more: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...more,
    segment(0xc0, Buffer.from([8, 0, 40, 0, 120, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([1, 2, 3, 0xff, 0xd9]),
  ])

function webp(...chunks: [name: string, data: Buffer][]): Buffer {
  const body = Buffer.concat(
    chunks.map(([name, data]) => {
      const head = Buffer.alloc(8)
      head.write(name, 'latin1')
      head.writeUInt32LE(data.length, 4)
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
    }),
  )
  const head = Buffer.alloc(12)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  head.write('WEBP', 8, 'latin1')
  return Buffer.concat([head, body])
}
const extended = (flags: number): Buffer => Buffer.from([flags, 0, 0, 0, 119, 0, 0, 39, 0, 0])
const lossless = Buffer.from([0x2f, 119, 0xc0, 9, 0, 0, 0])

describe('a logo', () => {
  // Covers: settings-14
  it('is a PNG, JPEG or WebP by its bytes, with its size', () => {
    for (const [type, file] of [
      ['image/png', png(120, 40)],
      ['image/jpeg', jpeg()],
      ['image/webp', webp(['VP8X', extended(0)], ['VP8L', lossless])],
      ['image/webp', webp(['VP8L', lossless])],
    ] as const) {
      const read = readLogoImage(file)
      expect(read).toMatchObject({ ok: true, image: { type, width: 120, height: 40 } })
      // the stored bytes are the same picture
      if (read.ok) expect(readLogoImage(read.image.bytes)).toEqual(read)
    }
  })

  // Covers: settings-14
  it('keeps nothing that no picture needs: texts, places, and what stands behind its end', () => {
    const secret = Buffer.from('<script>alert("33.8688 S")</script>')
    const files = [
      Buffer.concat([png(120, 40, chunk('tEXt', secret), chunk('eXIf', secret)), secret]),
      Buffer.concat([jpeg(segment(0xe1, secret), segment(0xfe, secret)), secret]),
      webp(['VP8X', extended(0b1100)], ['VP8L', lossless], ['EXIF', secret], ['XMP ', secret]),
    ]
    for (const file of files) {
      const read = readLogoImage(file)
      expect(read.ok).toBe(true)
      expect(read.ok && read.image.bytes.includes('script')).toBe(false)
    }
  })

  const broken = png(120, 40)
  broken[20] = 7
  it.each([
    ['an SVG', Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'), /SVG file can carry scripts/],
    ['a page', Buffer.from('<!doctype html><html>'), /Choose a PNG, JPEG or WebP/],
    ['nothing', Buffer.alloc(0), /Choose a PNG/],
    ['a few bytes', Buffer.from([0xff, 0xd8]), /Choose a PNG/],
    ['a GIF', Buffer.from('GIF89a'), /Choose a PNG/],
    ['a PNG whose bytes were changed', broken, /damaged/],
    ['a PNG that is cut off', png(120, 40).subarray(0, 50), /damaged/],
    ['a PNG without a picture', SIGNATURE, /damaged/],
    ['a PNG that moves', png(120, 40, chunk('acTL', Buffer.alloc(8))), /does not move/],
    ['a PNG that is too large', png(4001, 40), /4001 pixels/],
    ['a PNG without a size', png(0, 40), /damaged/],
    ['a JPEG that is cut off', jpeg().subarray(0, 25), /damaged/],
    ['a WebP that moves', webp(['VP8X', extended(2)], ['ANIM', Buffer.alloc(6)]), /does not move/],
    ['a WebP that is cut off', webp(['VP8L', lossless]).subarray(0, 20), /damaged/],
  ])('is not %s', (_what, file, reason) => {
    const read = readLogoImage(file)
    expect(read.ok ? '' : read.reason).toMatch(reason)
  })
})
