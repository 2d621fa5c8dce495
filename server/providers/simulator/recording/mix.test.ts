import { describe, expect, test } from 'vitest'
import { type CallSound, KEY_SECONDS, mixSound, toSamples } from './mix.ts'
import { dtmfKeys, type RecordingScore, type ScoreLine } from './score.ts'
import { SAMPLE_RATE, type Speak } from './speech.ts'

const LOUD = 1_000

/** A voice that speaks ten characters a second, all equally loud. */
const evenVoice: Speak = (phrase) => new Int16Array(toSamples(phrase.length / 10)).fill(LOUD)

function mix(durationSeconds: number, lines: ScoreLine[], speak = evenVoice): CallSound {
  const score: RecordingScore = { seed: 1, voice: 'slt', durationSeconds, lines }
  return mixSound(score, speak)
}

/** Where a channel has sound, in seconds, as half-open spans. */
function spansOf(samples: Int16Array): [number, number][] {
  const spans: [number, number][] = []
  let start: number | null = null
  for (const [i, sample] of [...samples, 0].entries()) {
    if (sample !== 0) start ??= i
    else if (start !== null) {
      spans.push([start, i].map((at) => Math.round((at / SAMPLE_RATE) * 100) / 100) as [number, number])
      start = null
    }
  }
  return spans
}

const say = (at: number, seconds: number, more: object = {}): ScoreLine => ({
  at,
  speaker: 'agent',
  text: 'x'.repeat(seconds * 10),
  ...more,
})

// Covers: simulator-3
test('each speaker is on their own channel, from the second of the line', () => {
  const { agent, caller } = mix(9, [say(1.3, 2), say(4, 1, { speaker: 'caller' }), say(6, 2)])
  expect(spansOf(agent)).toEqual([
    [1.3, 3.3],
    [6, 8],
  ])
  expect(spansOf(caller)).toEqual([[4, 5]])
  expect([agent.length, caller.length]).toEqual([toSamples(9), toSamples(9)])
})

test('a line fades out at the next line of its speaker, at an interruption or at the end of the recording', () => {
  const lines = [
    say(0, 4),
    say(0.5, 4, { speaker: 'caller' }),
    say(3, 4, { until: 5 }),
    say(6, 4),
    say(11, 1),
  ]
  const { agent, caller } = mix(8, lines)
  const near = (at: number) => [agent[toSamples(at) - 1], (agent[toSamples(at - 0.02)] ?? 0) < 600]
  for (const end of [3, 5, 8]) expect([end, ...near(end)]).toEqual([end, 0, true])
  expect(spansOf(agent).map(([from]) => from)).toEqual([0, 3, 6])
  expect(spansOf(caller)).toEqual([[0.5, 4.5]])
})

test('phrases that no longer fit are not spoken', () => {
  const spoken: string[] = []
  const sentence = `${'one two three four five '.repeat(9).trim()}.`
  mix(10, [{ at: 0, speaker: 'agent', text: `${sentence} ${sentence}` }], (phrase, voice) => {
    spoken.push(phrase)
    return evenVoice(phrase, voice)
  })
  expect(spoken).toEqual([sentence])
})

test('reports the fraction of the lines done', () => {
  const progress: number[] = []
  const lines = [say(0, 1), say(2, 1), say(4, 1)]
  mixSound({ seed: 1, voice: 'slt', durationSeconds: 6, lines }, evenVoice, (done) => progress.push(done))
  expect(progress).toEqual([1 / 3, 2 / 3, 1])
})

describe('keys', () => {
  const { agent, caller } = mix(
    dtmfKeys.length,
    dtmfKeys.map((key, at) => ({ at, speaker: 'caller', key })),
  )
  const rows = [697, 770, 852, 941]
  const columns = [1_209, 1_336, 1_477]
  const place = (key: string) => '123456789*0#'.indexOf(key)
  const tonesOf = (key: string) => [rows[Math.floor(place(key) / 3)], columns[place(key) % 3]]

  /** Amplitude of one frequency (Goertzel). */
  function amplitude(samples: Int16Array, hertz: number): number {
    const factor = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE)
    let [now, before] = [0, 0]
    for (const sample of samples) [now, before] = [sample + factor * now - before, now]
    return (2 * Math.sqrt(now * now + before * before - factor * now * before)) / samples.length
  }

  // Covers: simulator-3
  test.each(dtmfKeys.map((key, at) => ({ key, at })))('$key has its two tones, on the right only', ({
    key,
    at,
  }) => {
    const tone = caller.subarray(toSamples(at), toSamples(at + KEY_SECONDS))
    for (const hertz of [...rows, ...columns]) {
      if (tonesOf(key).includes(hertz)) expect(amplitude(tone, hertz)).toBeGreaterThan(4_000)
      else expect(amplitude(tone, hertz)).toBeLessThan(600)
    }
    expect(caller.subarray(toSamples(at + KEY_SECONDS), toSamples(at + 1)).every((s) => s === 0)).toBe(true)
    expect(agent.every((sample) => sample === 0)).toBe(true)
  })
})
