import { crc32, deflateSync } from 'node:zlib'

export interface Pixels {
  width: number
  height: number
  /** Rows of red, green, blue and an unused fourth byte. */
  rgbx: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const GREY = 0
const COLOUR = 2
/** Filters of a row (PNG, section 9): as it is, or the difference from the row above. */
const NONE = 0
const UP = 2

/** A PNG file of eight bits, in grey if nothing has a colour. */
export function encodePng(pixels: Pixels): Buffer {
  const { width, height } = pixels
  const grey = isGrey(pixels)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = grey ? GREY : COLOUR
  const data = deflateSync(filtered(pixels, grey ? 1 : 3), { level: 6 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

function isGrey({ rgbx }: Pixels): boolean {
  for (let at = 0; at < rgbx.length; at += 4) {
    if (rgbx[at] !== rgbx[at + 1] || rgbx[at] !== rgbx[at + 2]) return false
  }
  return true
}

/** Rows with their filter byte first: the filter whose numbers are smaller, because they compress better. */
function filtered({ width, height, rgbx }: Pixels, channels: 1 | 3): Buffer {
  const row = width * channels
  const output = Buffer.alloc((row + 1) * height)
  let above = new Uint8Array(row)
  let own = new Uint8Array(row)
  const difference = new Uint8Array(row)
  for (let y = 0; y < height; y++) {
    let plain = 0
    let changed = 0
    for (let x = 0; x < row; x++) {
      const value = rgbx[(y * width + Math.floor(x / channels)) * 4 + (x % channels)] ?? 0
      const step = (value - (above[x] ?? 0)) & 255
      own[x] = value
      difference[x] = step
      // distance from zero in either direction
      plain += value < 128 ? value : 256 - value
      changed += step < 128 ? step : 256 - step
    }
    const up = changed < plain
    output[y * (row + 1)] = up ? UP : NONE
    output.set(up ? difference : own, y * (row + 1) + 1)
    ;[above, own] = [own, above]
  }
  return output
}
