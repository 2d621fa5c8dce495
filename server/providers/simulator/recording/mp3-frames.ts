/** Layer III frames of MPEG 1, 2 and 2.5, after ISO/IEC 11172-3 and 13818-3: what their headers say. */
export interface Mp3Frame {
  /** Byte offset and length. */
  at: number
  bytes: number
  sampleRate: number
  samples: number
  channels: 1 | 2
  kbps: number
}

const kbpsMpeg1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const kbpsMpeg2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const sampleRates: Record<number, number[]> = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8_000],
}

/** The frames of a file in order, behind an ID3v2 tag if it has one. Throws where something else lies between. */
export function mp3Frames(file: Uint8Array): Mp3Frame[] {
  const frames: Mp3Frame[] = []
  for (let at = id3Length(file); at < file.length; ) {
    const frame = frameAt(file, at)
    if (frame === undefined || at + frame.bytes > file.length) throw new Error(`No MP3 frame at byte ${at}`)
    frames.push(frame)
    at += frame.bytes
  }
  return frames
}

function id3Length(file: Uint8Array): number {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (view.toString('latin1', 0, 3) !== 'ID3') return 0
  // A tag's length is written in four bytes of seven bits.
  return 10 + [6, 7, 8, 9].reduce((length, at) => length * 128 + view.readUInt8(at), 0)
}

function frameAt(file: Uint8Array, at: number): Mp3Frame | undefined {
  const [sync = 0, kind = 0, rates = 0, mode = 0] = file.subarray(at, at + 4)
  const isLayer3 = sync === 0xff && (kind & 0xe6) === 0xe2
  const version = (kind >> 3) & 3
  const kbps = (version === 3 ? kbpsMpeg1 : kbpsMpeg2)[rates >> 4]
  const sampleRate = sampleRates[version]?.[(rates >> 2) & 3]
  if (!isLayer3 || !kbps || sampleRate === undefined) return undefined
  const samples = version === 3 ? 1_152 : 576
  const bytes = Math.floor((samples * kbps * 125) / sampleRate) + ((rates >> 1) & 1)
  return { at, bytes, sampleRate, samples, channels: mode >> 6 === 3 ? 1 : 2, kbps }
}
