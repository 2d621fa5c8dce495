import { describe, expect, test } from 'vitest'
import { SAMPLE_RATE, type StereoBlock, toSamples } from './audio.ts'
import { mixBlocks } from './mix.ts'
import { dtmfKeys, type RecordingScore, type ScoreLine } from './score.ts'
import type { Speak } from './speech.ts'
import { KEY_SECONDS } from './tones.ts'
import { measureWaveform } from './waveform.ts'

const VOICE_HZ = 500

/** A voice that hums for two seconds, whatever it is to say. */
const hummingVoice: Speak = () =>
  Int16Array.from(
    { length: toSamples(2) },
    (_, i) => 5_000 * Math.sin((2 * Math.PI * VOICE_HZ * i) / SAMPLE_RATE),
  )

function mix(durationSeconds: number, lines: ScoreLine[], seed = 1): StereoBlock {
  const score: RecordingScore = { seed, voice: 'slt', durationSeconds, lines }
  const blocks = [...mixBlocks(score, hummingVoice)]
  return {
    left: joined(blocks.map((block) => block.left)),
    right: joined(blocks.map((block) => block.right)),
  }
}

function joined(parts: Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]))
}

/** Amplitude of one frequency in a stretch of sound (Goertzel). */
function amplitude(samples: Float32Array, hertz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE)
  let [now, before] = [0, 0]
  for (const sample of samples) [now, before] = [sample + factor * now - before, now]
  return (2 * Math.sqrt(now * now + before * before - factor * now * before)) / samples.length
}

function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

function seconds(samples: Float32Array, from: number, to: number): Float32Array {
  return samples.subarray(toSamples(from), toSamples(to))
}

describe('keys', () => {
  const { left, right } = mix(
    dtmfKeys.length,
    dtmfKeys.map((key, at) => ({ at, speaker: 'caller', key })),
  )
  const rows = [697, 770, 852, 941]
  const columns = [1_209, 1_336, 1_477]
  // A keypad, read line by line.
  const place = (key: string) => '123456789*0#'.indexOf(key)
  const tonesOf = (key: string) => [rows[Math.floor(place(key) / 3)], columns[place(key) % 3]]

  test.each(dtmfKeys.map((key, at) => ({ key, at })))('$key sounds its two tones on the right only', ({
    key,
    at,
  }) => {
    const heard = seconds(right, at, at + KEY_SECONDS)
    for (const tone of [...rows, ...columns]) {
      if (tonesOf(key).includes(tone)) expect(amplitude(heard, tone)).toBeGreaterThan(0.12)
      else expect(amplitude(heard, tone)).toBeLessThan(0.01)
    }
    expect(loudness(seconds(left, at, at + KEY_SECONDS))).toBe(0)
    expect(loudness(seconds(right, at + KEY_SECONDS + 0.05, at + 0.95))).toBeLessThan(0.01)
  })
})

test('the agent is heard on the left from the second of the line, without a seam between blocks', () => {
  const { left, right } = mix(5, [{ at: 1.3, speaker: 'agent', text: 'Hello' }])
  expect(loudness(seconds(left, 0, 1.3))).toBe(0)
  const voice = Float32Array.from(hummingVoice('Hello', 'slt', 1), (sample) => (sample * 0.65) / 0x8000)
  expect([...seconds(left, 1.3, 3.3)]).toEqual([...voice])
  expect(loudness(seconds(left, 3.3, 5))).toBe(0)
  expect(amplitude(seconds(right, 1.3, 3.3), VOICE_HZ)).toBeLessThan(0.001)
})

test('the caller is heard on the right, softer than the agent', () => {
  const { left, right } = mix(5, [
    { at: 1, speaker: 'caller', text: 'Hello' },
    { at: 2, speaker: 'agent', text: 'Hi' },
  ])
  const caller = amplitude(seconds(right, 1, 3), VOICE_HZ)
  expect(caller).toBeGreaterThan(0.02)
  expect(amplitude(seconds(left, 2, 4), VOICE_HZ)).toBeGreaterThan(0.05)
  expect(loudness(seconds(left, 0, 2))).toBe(0)
})

test('the room is soft, never silent, without the depths of a room, and follows from the seed', () => {
  const { left, right } = mix(4, [])
  expect(loudness(left)).toBe(0)
  for (let at = 0; at < 4; at++) {
    expect(loudness(seconds(right, at, at + 1))).toBeGreaterThan(0.0005)
    expect(loudness(seconds(right, at, at + 1))).toBeLessThan(0.01)
  }
  expect(mix(4, []).right).toEqual(right)
  expect(mix(4, [], 2).right).not.toEqual(right)
})

test('nothing exceeds full scale, however loud the voice', () => {
  const score: RecordingScore = { seed: 3, voice: 'kal16', durationSeconds: 1, lines: [] }
  score.lines.push({ at: 0, speaker: 'agent', text: 'Hello' })
  const loudVoice: Speak = () => new Int16Array(SAMPLE_RATE).fill(0x7fff)
  const peaks = [...mixBlocks(score, loudVoice)].map(({ left }) => left.reduce((a, b) => Math.max(a, b)))
  expect(Math.max(...peaks)).toBeGreaterThan(0.9)
  expect(Math.max(...peaks)).toBeLessThanOrEqual(1)
})

test('the waveform shows each channel where it sounds', () => {
  const lines: ScoreLine[] = [
    { at: 2, speaker: 'agent', text: 'Hello' },
    { at: 8, speaker: 'caller', key: '5' },
  ]
  const { waveform, listen } = measureWaveform(10)
  Array.from(listen(mixBlocks({ seed: 1, voice: 'slt', durationSeconds: 10, lines }, hummingVoice)))
  const loudFrom = (points: number[]) => points.findIndex((peak) => peak > 0.05) / 40
  expect([waveform.agent.length, waveform.caller.length]).toEqual([400, 400])
  expect([loudFrom(waveform.agent), loudFrom(waveform.caller)]).toEqual([2, 8])
  expect(waveform.agent.at(-1)).toBe(0)
  expect(Math.max(...waveform.agent, ...waveform.caller)).toBeLessThanOrEqual(1)
})
