/** Bytes of side information in a stereo frame of MPEG-2; the Info tag stands behind it. */
const SIDE_INFO = 17
const HEADER = 4

export interface InfoTag {
  /** The first bytes of the sound, as in each of its frames. */
  header: Uint8Array
  /** How many frames of sound there will be, all of `frameBytes`. */
  frames: number
  frameBytes: number
  kbps: number
  /** Samples that a player drops at the start and at the end, besides its decoder's own delay. */
  delay: number
  padding: number
}

/**
 * A silent frame that tells players how long the sound is and where it begins, in the layout of Xing and LAME
 * (gabriel.mp3-tech.org/mp3infotag.html). `Info` marks a constant bit rate. It goes out before the sound is made, so that
 * it holds no checksum of it.
 */
export function infoFrame(tag: InfoTag): Buffer {
  const frame = Buffer.alloc(tag.frameBytes)
  frame.set(tag.header.subarray(0, HEADER))
  let at = HEADER + SIDE_INFO
  at += frame.write('Info', at, 'latin1')
  // All four fields follow: frames, bytes, table of contents, quality.
  at = frame.writeUInt32BE(0b1111, at)
  at = frame.writeUInt32BE(tag.frames, at)
  at = frame.writeUInt32BE((tag.frames + 1) * tag.frameBytes, at)
  // With a constant bit rate the byte of each percent, in 256ths, is a straight line.
  for (let percent = 0; percent < 100; percent++) at = frame.writeUInt8(Math.floor(percent * 2.56), at)
  at = frame.writeUInt32BE(0, at)
  writeLamePart(frame, at, tag)
  return frame
}

const CONSTANT_BIT_RATE = 1
const STEREO_16_KHZ_OR_LESS = 0

function writeLamePart(frame: Buffer, start: number, tag: InfoTag): void {
  let at = start + frame.write('LAME3.100', start, 'latin1')
  at = frame.writeUInt8(CONSTANT_BIT_RATE, at)
  // Lowpass, peak, two gains and encoding flags are unknown: zero.
  at += 1 + 4 + 2 + 2 + 1
  at = frame.writeUInt8(tag.kbps, at)
  at = frame.writeUIntBE((tag.delay << 12) | tag.padding, at, 3)
  at = frame.writeUInt8(STEREO_16_KHZ_OR_LESS, at)
  // Gain, preset and surround are unset: zero.
  at += 1 + 2
  at = frame.writeUInt32BE((tag.frames + 1) * frame.length, at)
  // No checksum of the sound.
  at += 2
  frame.writeUInt16BE(crc16(frame.subarray(0, at)), at)
}

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  return crc
})

/** CRC-16/ARC, which the tag uses for itself. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  // The table has an entry for every byte.
  for (const byte of bytes) crc = (crc >> 8) ^ (crcTable[(crc ^ byte) & 0xff] as number)
  return crc
}

/** An ID3v2.3 tag with the title and the length in milliseconds (id3.org/id3v2.3.0). */
export function id3Tag(durationSeconds: number): Buffer {
  const frames = Buffer.concat([
    id3TextFrame('TIT2', 'Call recording'),
    id3TextFrame('TLEN', String(durationSeconds * 1_000)),
  ])
  const header = Buffer.from('ID3\x03\x00\x00\0\0\0\0', 'latin1')
  for (let i = 0; i < 4; i++) header.writeUInt8((frames.length >> (7 * (3 - i))) & 0x7f, 6 + i)
  return Buffer.concat([header, frames])
}

function id3TextFrame(id: string, text: string): Buffer {
  // The byte before the text says Latin-1.
  const body = Buffer.from(`\0${text}`, 'latin1')
  const header = Buffer.alloc(10)
  header.write(id, 0, 'latin1')
  header.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, body])
}
