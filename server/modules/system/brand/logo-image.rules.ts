// Decides whether bytes are a logo, and strips data that no picture needs: texts, places, bytes after the end.

import { crc32 } from 'node:zlib'
import { type LogoType, MAX_LOGO_SIDE } from '#contract/system/brand.ts'

export interface LogoImage {
  type: LogoType
  width: number
  height: number
  bytes: Buffer
}

export type LogoOutcome = { ok: true; image: LogoImage } | { ok: false; reason: string }

const OTHER = 'Choose a PNG, JPEG or WebP file.'
const SVG = 'An SVG file can carry scripts. Save the logo as PNG, JPEG or WebP.'
const BROKEN = 'This picture is damaged or cut off. Save it again, as PNG, JPEG or WebP.'
const MOVING = 'Choose a logo that does not move.'

const refused = (reason: string): LogoOutcome => ({ ok: false, reason })

/** Detects the format by the bytes, not by the file's name. */
export function readLogoImage(file: Buffer): LogoOutcome {
  const read = readerOf(file)
  if (!read) return refused(looksLikeSvg(file) ? SVG : OTHER)
  const image = read(file)
  if (typeof image === 'string') return refused(image)
  const longer = Math.max(image.width, image.height)
  if (Math.min(image.width, image.height) < 1) return refused(BROKEN)
  if (longer > MAX_LOGO_SIDE) {
    return refused(`This picture has ${longer} pixels on one side; at most ${MAX_LOGO_SIDE} are taken.`)
  }
  return { ok: true, image }
}

type Reader = (file: Buffer) => LogoImage | string

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function readerOf(file: Buffer): Reader | null {
  if (file.subarray(0, 8).equals(PNG_SIGNATURE)) return readPng
  if (file.length > 3 && file.readUIntBE(0, 3) === 0xffd8ff) return readJpeg
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP') return readWebp
  return null
}

const looksLikeSvg = (file: Buffer): boolean => /<svg[\s>]/i.test(file.toString('latin1', 0, 4096))

/** The chunks that a picture is drawn from, and those that define its colours. */
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'])
const PNG_MOVES = new Set(['acTL', 'fcTL', 'fdAT'])

function readPng(file: Buffer): LogoImage | string {
  const kept: Buffer[] = [PNG_SIGNATURE]
  let header: Buffer | null = null
  let hasData = false
  for (let at = PNG_SIGNATURE.length; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const end = at + 12 + length
    if (end > file.length) return BROKEN
    const name = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return BROKEN
    if (PNG_MOVES.has(name)) return MOVING
    if ((header === null) !== (name === 'IHDR')) return BROKEN
    if (name === 'IHDR') {
      if (length !== 13) return BROKEN
      header = file.subarray(at + 8, at + 8 + length)
    }
    hasData ||= name === 'IDAT'
    if (PNG_KEPT.has(name)) kept.push(file.subarray(at, end))
    if (name === 'IEND') {
      if (!header || !hasData) return BROKEN
      const size = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
      return { type: 'image/png', ...size, bytes: Buffer.concat(kept) }
    }
    at = end
  }
  return BROKEN
}

const JPEG_SCAN = 0xda
const JPEG_END = Buffer.from([0xff, 0xd9])
const JPEG_COMMENT = 0xfe
/** Of the application segments: the size in JFIF, the colours in ICC and Adobe's. The others hold places, names and pictures. */
const JPEG_KEPT_APPLICATIONS = new Set([0xe0, 0xe2, 0xee])

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef

function readJpeg(file: Buffer): LogoImage | string {
  const kept: Buffer[] = [file.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return BROKEN
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (marker < 0xc0 || end > file.length || end < at + 4) return BROKEN
    if (isFrame(marker) && end >= at + 9)
      size ??= { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    if (marker === JPEG_SCAN) {
      const last = file.lastIndexOf(JPEG_END)
      if (!size || last < end) return BROKEN
      kept.push(file.subarray(at, last + JPEG_END.length))
      return { type: 'image/jpeg', ...size, bytes: Buffer.concat(kept) }
    }
    const isDropped =
      marker === JPEG_COMMENT || (isApplication(marker) && !JPEG_KEPT_APPLICATIONS.has(marker))
    if (!isDropped) kept.push(file.subarray(at, end))
    at = end
  }
  return BROKEN
}

const WEBP_KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP'])
/** Clears the flags of EXIF and XMP in VP8X, because these chunks are removed. */
const WEBP_NO_METADATA = 0xff & ~0b0000_1100

function readWebp(file: Buffer): LogoImage | string {
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) return BROKEN
  const kept: Buffer[] = []
  let size: { width: number; height: number } | null = null
  let hasPicture = false
  for (let at = 12; at + 8 <= end; ) {
    const name = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const next = at + 8 + length + (length % 2)
    if (at + 8 + length > end) return BROKEN
    if (name === 'ANIM' || name === 'ANMF') return MOVING
    const chunk = Buffer.from(file.subarray(at, Math.min(next, end)))
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & WEBP_NO_METADATA
    size ??= webpSize(name, chunk.subarray(8))
    hasPicture ||= name === 'VP8 ' || name === 'VP8L'
    if (WEBP_KEPT.has(name)) kept.push(chunk)
    at = next
  }
  if (!size || !hasPicture) return BROKEN
  const body = Buffer.concat(kept)
  const head = Buffer.alloc(12)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  head.write('WEBP', 8, 'latin1')
  return { type: 'image/webp', ...size, bytes: Buffer.concat([head, body]) }
}

function webpSize(name: string, data: Buffer): { width: number; height: number } | null {
  if (name === 'VP8X' && data.length >= 10) {
    return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) }
  }
  if (name === 'VP8 ' && data.length >= 10) {
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  }
  if (name === 'VP8L' && data.length >= 5) {
    const bits = data.readUInt32LE(1)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return null
}
