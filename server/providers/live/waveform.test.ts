import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createMp3Encoder } from 'wasm-media-encoders'
import { readBounded, recordingFrom } from './audio.ts'
import { looksLikeMp3, waveformOf } from './waveform.ts'

const RATE = 16_000

/** Two seconds: a tone on the left in the first, on the right in the second. */
async function twoTones(channels: 1 | 2): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ channels, sampleRate: RATE, bitrate: 64 })
  const side = (second: number) =>
    Float32Array.from({ length: 2 * RATE }, (_, i) =>
      Math.floor(i / RATE) === second ? 0.3 * Math.sin((2 * Math.PI * 440 * i) / RATE) : 0,
    )
  const samples = channels === 1 ? [side(0)] : [side(0), side(1)]
  return Buffer.concat([encoder.encode(samples).slice(), encoder.finalize().slice()])
}

const mean = (points: number[]) => points.reduce((a, b) => a + b, 0) / points.length

describe('the waveform of a recording', () => {
  // Covers: calls-twilio-14
  it('shows each side where it is loud, on whichever channel the agent is', async () => {
    const mp3 = await twoTones(2)
    for (const agent of [0, 1] as const) {
      const { agent: ours, caller } = await waveformOf(mp3, { agent })
      expect(ours.length).toBe(caller.length)
      const [first, second] = agent === 0 ? [ours, caller] : [caller, ours]
      const half = Math.floor(first.length / 2)
      expect(mean(first.slice(0, half - 3))).toBeGreaterThan(0.4)
      expect(mean(first.slice(half + 3))).toBeLessThan(0.05)
      expect(mean(second.slice(0, half - 3))).toBeLessThan(0.05)
      expect(mean(second.slice(half + 3))).toBeGreaterThan(0.4)
    }
  })

  it('counts a single channel for both sides', async () => {
    const { agent, caller } = await waveformOf(await twoTones(1))
    expect(agent).toEqual(caller)
    expect(Math.max(...agent)).toBeGreaterThan(0.4)
  })

  it('is not made of anything but MP3', async () => {
    const noise = Buffer.from('<html>Please sign in</html>'.repeat(40))
    expect(looksLikeMp3(noise)).toBe(false)
    expect(looksLikeMp3(await twoTones(1))).toBe(true)
    expect(looksLikeMp3(Buffer.from('ID3'))).toBe(false)
    expect(() => recordingFrom(noise, { agent: 0 })).toThrow('not an MP3')
    await expect(waveformOf(noise)).rejects.toThrow('no sound')
  })
})

describe('a downloaded recording', () => {
  it('gives any part of itself, under one name', async () => {
    const mp3 = await twoTones(1)
    const [first, second] = [recordingFrom(mp3, { agent: 0 }), recordingFrom(mp3, { agent: 0 })]
    expect(first.etag).toBe(second.etag)
    expect(await buffer(await first.read({ start: 5, end: 9 }))).toEqual(mp3.subarray(5, 10))
  })

  // Covers: calls-twilio-14
  it('is given up where it is too large or breaks off', async () => {
    await expect(readBounded(new Response('x'.repeat(101)), 100)).rejects.toThrow('larger than 100 bytes')
    const cut = new Response('short', { headers: { 'content-length': '100' } })
    await expect(readBounded(cut)).rejects.toThrow('was interrupted')
    expect((await readBounded(new Response('whole'))).toString()).toBe('whole')
  })
})
