import { deflateSync } from 'node:zlib'
import { assemble, bytes, stream } from '#server/pdf/assemble-pdf.ts'

export const flate = (data: string | Buffer, entries = ''): Buffer =>
  stream(deflateSync(data, { level: 9 }), `/Filter /FlateDecode ${entries}`)

/** A page's text. */
export const TEXT = 'BT /F1 24 Tf 72 700 Td (Certificate of currency) Tj ET'

export interface PageParts {
  /** Entries of the catalogue, of the page, of its resources, of the trailer. */
  catalog?: string
  page?: string
  resources?: string
  trailer?: string
  box?: string
  contents?: string | Buffer
  /** Objects from number 6 on. */
  more?: readonly (string | Buffer)[]
}

/** The objects of a document of one page. */
export function onePage({
  catalog = '',
  page = '',
  resources = '',
  box = '[0 0 595 842]',
  contents,
  more = [],
}: PageParts) {
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    contents ?? stream(TEXT),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  ]
}

export const pageWith = (parts: PageParts = {}): Buffer =>
  assemble({ objects: onePage(parts), trailer: parts.trailer })

/** Packs a text with a filter of its own, e.g. `{ filter: '/ASCIIHexDecode', pack: … }`. */
export interface Packing {
  /** Dictionary entries that name the filter. */
  entries: string
  pack(data: Buffer): Buffer
}

export const packings = {
  plain: { entries: '', pack: (data) => data },
  flate: { entries: '/Filter /FlateDecode', pack: (data) => deflateSync(data) },
  hexOfFlate: {
    entries: '/Filter [/ASCIIHexDecode /FlateDecode]',
    pack: (data) => bytes(`${deflateSync(data).toString('hex')}>`),
  },
  base85: { entries: '/Filter /A85', pack: base85 },
  runs: { entries: '/Filter /RunLengthDecode', pack: runs },
  lzw: { entries: '/Filter /LZWDecode', pack: lzw },
  predicted: {
    entries: '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 8 >>',
    pack: (data) => deflateSync(predictedUp(data, 8)),
  },
} satisfies Record<string, Packing>

/** Predictor "up": each row as its difference from the one above. */
function predictedUp(data: Buffer, columns: number): Buffer {
  const padded = Buffer.concat([data, Buffer.alloc((columns - (data.length % columns)) % columns, ' ')])
  const rows = Array.from({ length: padded.length / columns }, (_, row) => {
    const own = padded.subarray(row * columns, (row + 1) * columns)
    const above = row > 0 ? padded.subarray((row - 1) * columns, row * columns) : Buffer.alloc(columns)
    return Buffer.from([2, ...own.map((byte, at) => byte - (above[at] ?? 0))])
  })
  return Buffer.concat(rows)
}

function base85(data: Buffer): Buffer {
  let text = ''
  for (let at = 0; at < data.length; at += 4) {
    const group = data.subarray(at, at + 4)
    let value = Buffer.concat([group, Buffer.alloc(4 - group.length)]).readUInt32BE()
    let digits = ''
    for (let count = 0; count < 5; count++) {
      digits = String.fromCharCode(33 + (value % 85)) + digits
      value = Math.floor(value / 85)
    }
    text += digits.slice(0, group.length + 1)
  }
  return bytes(`${text}~>`)
}

/** Every byte as a run of its own. */
function runs(data: Buffer): Buffer {
  const pieces: number[] = []
  for (let at = 0; at < data.length; at += 128) {
    const part = data.subarray(at, at + 128)
    pieces.push(part.length - 1, ...part)
  }
  return Buffer.from([...pieces, 128])
}

/** LZW that resets before its codes would get longer. */
function lzw(data: Buffer): Buffer {
  const codes: number[] = []
  data.forEach((byte, at) => {
    if (at % 250 === 0) codes.push(256)
    codes.push(byte)
  })
  codes.push(257)
  const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('')
  const octets = bits.match(/.{1,8}/g) ?? []
  return Buffer.from(octets.map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2)))
}

/** Objects in an object stream. @param inner texts of objects, numbered from `first` on */
export function objectStream(
  inner: readonly string[],
  first: number,
  packing: Packing = packings.flate,
): Buffer {
  let at = 0
  const places = inner.map((text, index) => {
    const place = `${first + index} ${at}`
    at += text.length + 1
    return place
  })
  const head = `${places.join(' ')} `
  const plain = bytes(head + inner.join(' '))
  return stream(
    packing.pack(plain),
    `/Type /ObjStm /N ${inner.length} /First ${head.length} ${packing.entries}`,
  )
}

/** A document whose table is a stream, so that objects in object streams are found. */
export function withObjectStream(
  inner: readonly string[],
  packing?: Packing,
  catalog = '/OpenAction 20 0 R',
): Buffer {
  const objects = [...onePage({ catalog }), objectStream(inner, 20, packing)]
  const pieces = [bytes('%PDF-1.7\n')]
  let length = 9
  const entries = new Map<number, [number, number, number]>([[0, [0, 0, 65535]]])
  objects.forEach((object, index) => {
    entries.set(index + 1, [1, length, 0])
    const piece = Buffer.concat([bytes(`${index + 1} 0 obj\n`), bytes(object), bytes('\nendobj\n')])
    pieces.push(piece)
    length += piece.length
  })
  inner.forEach((_, index) => {
    entries.set(20 + index, [2, objects.length, index])
  })
  entries.set(19, [1, length, 0])
  const numbers = [...entries.keys()].sort((a, b) => a - b)
  const rows = numbers.map((number) => {
    const row = Buffer.alloc(7)
    const [type, second, third] = entries.get(number) ?? [0, 0, 0]
    row.writeUInt8(type)
    row.writeUInt32BE(second, 1)
    row.writeUInt16BE(third, 5)
    return row
  })
  const index = numbers.map((number) => `${number} 1`).join(' ')
  const size = (numbers.at(-1) ?? 0) + 1
  pieces.push(
    bytes('19 0 obj\n'),
    flate(Buffer.concat(rows), `/Type /XRef /W [1 4 2] /Index [${index}] /Size ${size} /Root 1 0 R`),
    bytes(`\nendobj\nstartxref\n${length}\n%%EOF\n`),
  )
  return Buffer.concat(pieces)
}
