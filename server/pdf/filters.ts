import { inflateSync } from 'node:zlib'
import { FileRefused } from './file-refused.ts'
import { isBlank } from './lexer.ts'

/** Entries of DecodeParms as numbers. */
export type FilterSettings = Readonly<Partial<Record<string, number>>>

export interface Filter {
  name: string
  settings: FilterSettings
}

const cannot = (found: string): FileRefused => new FileRefused('uncheckable', found)
const tooMuch = (): FileRefused => cannot('parts that unpack to far more than a document holds')
const broken = (): FileRefused => cannot('parts that do not unpack')

/** Decodes filters in their order (ISO 32000-2, 7.4). @throws FileRefused uncheckable; never more than `limit` bytes */
export function unfilter(data: Buffer, filters: readonly Filter[], limit: number): Buffer {
  return filters.reduce((bytes, { name, settings }) => {
    const decode = decoders.get(name)
    if (!decode) throw cannot('parts that are packed in an unusual way')
    const plain = decode(bytes, limit, settings)
    return PREDICTED.has(name) ? unpredict(plain, settings) : plain
  }, data)
}

type Decoder = (data: Buffer, limit: number, settings: FilterSettings) => Buffer

/** Long names, and the short ones that readers accept too. */
const decoders = new Map<string, Decoder>([
  ['FlateDecode', inflate],
  ['Fl', inflate],
  ['LZWDecode', unpackLzw],
  ['LZW', unpackLzw],
  ['ASCIIHexDecode', unhex],
  ['AHx', unhex],
  ['ASCII85Decode', unpack85],
  ['A85', unpack85],
  ['RunLengthDecode', unrunLength],
  ['RL', unrunLength],
])
const PREDICTED = new Set(['FlateDecode', 'Fl', 'LZWDecode', 'LZW'])

function inflate(data: Buffer, limit: number): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: limit })
  } catch (error) {
    throw error instanceof RangeError ? tooMuch() : broken()
  }
}

/** Grows up to the limit. */
class Output {
  #bytes = Buffer.allocUnsafe(16_384)
  #length = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  push(byte: number): void {
    this.reserve(1)
    this.#bytes[this.#length++] = byte
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  repeat(byte: number, times: number): void {
    this.reserve(times)
    this.#bytes.fill(byte, this.#length, this.#length + times)
    this.#length += times
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  private reserve(more: number): void {
    const needed = this.#length + more
    if (needed > this.#limit) throw tooMuch()
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

function unhex(data: Buffer, limit: number): Buffer {
  const end = data.indexOf(0x3e)
  if (end < 0) throw broken()
  const digits = data
    .subarray(0, end)
    .toString('latin1')
    .replaceAll(/[\0\t\n\f\r ]/g, '')
  if (/[^0-9a-f]/i.test(digits)) throw broken()
  if (digits.length / 2 > limit) throw tooMuch()
  // an odd last digit counts as followed by a zero
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

function unpack85(data: Buffer, limit: number): Buffer {
  const output = new Output(limit)
  let group: number[] = []
  const flush = (): void => {
    const count = group.length - 1
    while (group.length < 5) group.push(84)
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0)
    if (value > 0xffff_ffff) throw broken()
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    output.append(bytes.subarray(0, count))
    group = []
  }
  for (const byte of data) {
    if (isBlank(byte)) continue
    if (byte === 0x7e) {
      if (group.length > 1) flush()
      return output.bytes
    }
    if (byte === 0x7a && group.length === 0) output.repeat(0, 4)
    else if (byte < 0x21 || byte > 0x75) throw broken()
    else {
      group.push(byte - 0x21)
      if (group.length === 5) flush()
    }
  }
  throw broken()
}

function unrunLength(data: Buffer, limit: number): Buffer {
  const output = new Output(limit)
  let at = 0
  while (at < data.length) {
    const length = data[at] ?? 0
    if (length === 128) return output.bytes
    if (length < 128) {
      output.append(data.subarray(at + 1, at + length + 2))
      at += length + 2
    } else {
      output.repeat(data[at + 1] ?? 0, 257 - length)
      at += 2
    }
  }
  throw broken()
}

const CLEAR = 256
const END = 257
const MAX_CODES = 4096

function unpackLzw(data: Buffer, limit: number, settings: FilterSettings): Buffer {
  const early = settings.EarlyChange === 0 ? 0 : 1
  const output = new Output(limit)
  const fresh = (): Uint8Array[] => Array.from({ length: 258 }, (_, code) => Uint8Array.of(code))
  let table = fresh()
  let former: Uint8Array | null = null
  let width = 9
  let bits = 0
  let held = 0
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xff_ffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >> bits) & ((1 << width) - 1)
    if (code === END) return output.bytes
    if (code === CLEAR) {
      table = fresh()
      former = null
      width = 9
      continue
    }
    const known: Uint8Array | undefined = table[code]
    if (!known && (!former || code !== table.length)) throw broken()
    // a code that is just being defined begins and ends with the first byte of the one before
    const entry: Uint8Array = known ?? extended(former ?? new Uint8Array(), former?.[0] ?? 0)
    output.append(entry)
    if (former && table.length < MAX_CODES) table.push(extended(former, entry[0] ?? 0))
    former = entry
    if (table.length + early >= 1 << width && width < 12) width += 1
  }
  throw broken()
}

function extended(bytes: Uint8Array, byte: number): Uint8Array {
  const longer = new Uint8Array(bytes.length + 1)
  longer.set(bytes)
  longer[bytes.length] = byte
  return longer
}

const MAX_ROW = 1_000_000

/** Reverses the predictors of Flate and LZW. */
function unpredict(data: Buffer, settings: FilterSettings): Buffer {
  const { Predictor = 1, Colors = 1, Columns = 1, BitsPerComponent = 8 } = settings
  if (Predictor <= 1) return data
  const pixel = Math.ceil((Colors * BitsPerComponent) / 8)
  const row = Math.ceil((Colors * BitsPerComponent * Columns) / 8)
  if (!(pixel >= 1 && row >= 1 && row <= MAX_ROW)) throw broken()
  if (Predictor === 2) {
    if (BitsPerComponent !== 8) throw cannot('parts that are packed in an unusual way')
    return unpredictTiff(Buffer.from(data), row, pixel)
  }
  return unpredictPng(data, row, pixel)
}

function unpredictTiff(bytes: Buffer, row: number, pixel: number): Buffer {
  for (let at = 0; at < bytes.length; at++) {
    if (at % row >= pixel) bytes[at] = (bytes[at] ?? 0) + (bytes[at - pixel] ?? 0)
  }
  return bytes
}

function unpredictPng(data: Buffer, row: number, pixel: number): Buffer {
  const rows = Math.ceil(data.length / (row + 1))
  const output = Buffer.alloc(rows * row)
  let length = 0
  for (let index = 0; index < rows; index++) {
    const kind = data[index * (row + 1)] ?? 0
    const source = data.subarray(index * (row + 1) + 1, (index + 1) * (row + 1))
    const to = index * row
    for (let at = 0; at < source.length; at++) {
      const left = at >= pixel ? (output[to + at - pixel] ?? 0) : 0
      const up = index > 0 ? (output[to + at - row] ?? 0) : 0
      const corner = at >= pixel && index > 0 ? (output[to + at - row - pixel] ?? 0) : 0
      output[to + at] = (source[at] ?? 0) + predicted(kind, left, up, corner)
    }
    length += source.length
  }
  return output.subarray(0, length)
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  if (kind !== 4) throw broken()
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
