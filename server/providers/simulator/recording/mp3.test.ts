import { expect, test } from 'vitest'
import { mixBlocks } from './mix.ts'
import { loadMp3Encoder, mp3Bytes, mp3Parts } from './mp3.ts'
import { type Mp3Frame, mp3Frames } from './mp3-frames.ts'
import { crc16 } from './mp3-tags.ts'

const encoder = await loadMp3Encoder()

const partsOf = (durationSeconds: number): Buffer[] => {
  const score = { seed: 5, voice: 'slt' as const, durationSeconds, lines: [] }
  const blocks = mixBlocks(score, () => new Int16Array())
  return [...mp3Parts(encoder, blocks, durationSeconds)]
}
const encoded = (durationSeconds: number): Buffer => Buffer.concat(partsOf(durationSeconds))

function playedSeconds(frames: Mp3Frame[]): number {
  return frames.reduce((sum, frame) => sum + frame.samples / frame.sampleRate, 0)
}

// No call at all is one frame long, as a browser plays nothing shorter.
// two minutes of sound take a busy machine longer than a test usually may
const PATIENCE_MS = 60_000

test.each([0, 1, 2, 7, 8, 9, 63, 120])(
  '%i s are as long in the file, by frames and by tags',
  (seconds) => {
    const file = encoded(seconds)
    expect(file.length).toBe(mp3Bytes(seconds))
    const [info, ...sound] = mp3Frames(file)
    expect(Math.abs(playedSeconds(sound) - (seconds || 0.036))).toBeLessThan(0.1)
    expect(new Set(sound.map((frame) => [frame.sampleRate, frame.channels, frame.kbps].join()))).toEqual(
      new Set(['16000,2,40']),
    )

    const tag = file.subarray(info?.at ?? 0)
    expect(tag.toString('latin1', 21, 25)).toBe('Info')
    expect(tag.readUInt32BE(29)).toBe(sound.length)
    expect(tag.readUInt32BE(33)).toBe(file.length - (info?.at ?? 0))
    const [delay, padding] = [tag.readUIntBE(162, 3) >> 12, tag.readUIntBE(162, 3) & 0xfff]
    expect(sound.length * 576 - delay - padding).toBe(seconds * 16_000 || 576)
    expect(tag.readUInt16BE(175)).toBe(crc16(tag.subarray(0, 175)))
    expect(file.toString('latin1', 0, info?.at)).toMatch(new RegExp(`TLEN.{7}${seconds * 1_000}$`, 's'))
  },
  PATIENCE_MS,
)

test('the first second of sound is made before the rest', () => {
  const parts = partsOf(63)
  expect(parts[0]?.length).toBeLessThan(10_000)
  expect(parts.length).toBeGreaterThan(10)
})

test('the same sound gives the same bytes, whatever was encoded before', async () => {
  const first = encoded(3)
  encoded(5)
  expect(encoded(3)).toEqual(first)
  expect(encoded(5)).not.toEqual(first)
})

test('a file that is cut short or has something else between is not taken for whole', () => {
  const file = encoded(1)
  expect(() => mp3Frames(file.subarray(0, -1))).toThrow('No MP3 frame at byte')
  expect(() => mp3Frames(Buffer.concat([file, Buffer.from('TAG')]))).toThrow('No MP3 frame at byte')
})

test('crc16 is CRC-16/ARC', () => {
  expect(crc16(Buffer.from('123456789'))).toBe(0xbb3d)
})
