// Decides a file's media type by its first bytes and its structure, never by its name or the sender's claim.

export type MediaType = 'application/pdf' | 'image/png' | 'image/jpeg' | 'audio/mpeg'

/** Bytes of the beginning and the end that are inspected. */
export const HEAD_BYTES = 64 * 1024
export const TAIL_BYTES = 2048

/** The parts of a file that are held in memory while it streams. */
export interface FileEnds {
  /** The first HEAD_BYTES, or fewer. */
  head: Buffer
  /** The last TAIL_BYTES, or fewer. */
  tail: Buffer
}

export type Sniffed = { type: MediaType; isComplete: boolean }

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
/** PDF readers search for the header this far into the file. */
const PDF_HEADER_WITHIN = 1024

/** The type that the first bytes indicate; null: none that we support. */
export function typeOf(head: Buffer): MediaType | null {
  if (head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'image/png'
  if (head.subarray(0, JPEG_START.length).equals(JPEG_START)) return 'image/jpeg'
  const header = head.subarray(0, PDF_HEADER_WITHIN).toString('latin1')
  if (/%PDF-[12]\.\d/.test(header)) return 'application/pdf'
  return beginsAsMp3(head) ? 'audio/mpeg' : null
}

/** The type, and whether the file has that type's complete structure, unlike a truncated or spliced file. */
export function sniff(ends: FileEnds): Sniffed | null {
  const type = typeOf(ends.head)
  return type && { type, isComplete: isCompleteAs[type](ends) }
}

const isCompleteAs: Record<MediaType, (ends: FileEnds) => boolean> = {
  'application/pdf': ({ tail }) =>
    /startxref(?:[\s\0]|%[^\r\n]*[\r\n])+\d+(?:[\s\0]+%(?!%EOF)[^\r\n]*(?=[\r\n]))*[\s\0]+%%EOF/.test(
      tail.toString('latin1'),
    ),
  'image/png': ({ head, tail }) =>
    head.subarray(8, 16).equals(Buffer.from('\0\0\0\rIHDR', 'latin1')) &&
    head.length >= 33 &&
    head.readUInt32BE(16) > 0 &&
    head.readUInt32BE(20) > 0 &&
    tail.includes(PNG_END),
  'image/jpeg': ({ head }) => walksAsJpeg(head),
  // players tolerate a truncated last frame
  'audio/mpeg': ({ head }) => head.length > ID3_HEADER_BYTES,
}

const ID3_HEADER_BYTES = 10

/** An ID3 tag, or a layer III frame header: eleven bits set, and none of the values that the standard reserves. */
function beginsAsMp3(head: Buffer): boolean {
  if (head.subarray(0, 3).equals(Buffer.from('ID3'))) return (head[3] ?? 0xff) < 0xff
  if (head.length < 4) return false
  const bits = head.readUInt32BE(0)
  const [version, layer, bitRate, sampleRate] = [
    (bits >>> 19) & 3,
    (bits >>> 17) & 3,
    (bits >>> 12) & 15,
    (bits >>> 10) & 3,
  ]
  return (
    bits >>> 21 === 0x7ff &&
    version !== 1 &&
    layer === 1 &&
    bitRate !== 0 &&
    bitRate !== 15 &&
    sampleRate !== 3
  )
}

/**
 * Follows the segments of a JPEG as far as the head reaches: each must begin with a marker and lead to the next one,
 * until the image data begins. Data that cameras append after the image is ignored.
 */
function walksAsJpeg(head: Buffer): boolean {
  let at = 2
  let frame = false
  while (at + 4 <= head.length) {
    if (head[at] !== 0xff) return false
    const marker = head[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === START_OF_SCAN) return frame
    if (marker < 0xc0 || marker === END_OF_IMAGE) return false
    frame ||= isFrame(marker)
    const length = head.readUInt16BE(at + 2)
    if (length < 2) return false
    at += 2 + length
  }
  // segments with previews and colour profiles may fill the entire head
  return head.length >= HEAD_BYTES
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** C0 to CF are frames, except three that are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const MAX_NAME = 200

const EXTENSIONS: Record<MediaType, readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'audio/mpeg': ['.mp3'],
}

/**
 * Makes a filename safe to store, show and open: no path, no invisible characters, and an extension of its media type,
 * since the extension decides which program opens it. A truncated name keeps its extension.
 */
export function normaliseFilename(filename: string | undefined, type: MediaType): string {
  const name = cleanName(filename)
  const known = EXTENSIONS[type]
  const extension = known.find((end) => name.toLowerCase().endsWith(end))
  if (!extension) return shorten(name, known[0])
  return shorten(name.slice(0, -extension.length), name.slice(-extension.length))
}

function shorten(name: string, extension: string): string {
  return [...name].slice(0, MAX_NAME - extension.length).join('') + extension
}

function cleanName(filename: string | undefined): string {
  const last = (filename ?? '').split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
  // '.' and '..' name folders
  if (/^\.+$/.test(clean)) return 'file'
  return clean || 'file'
}
