import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SAMPLE_RATE, toSamples } from './audio.ts'
import type { RecordingScore, ScoreLine } from './score.ts'
import type { Speak } from './speech.ts'
import { speakInto, speechSlots } from './timeline.ts'

/** A voice that says ten characters a second, all equally loud. */
const evenVoice: Speak = (phrase, _voice, pace) =>
  new Int16Array(Math.round((phrase.length / 10) * pace * SAMPLE_RATE)).fill(1_000)

function score(durationSeconds: number, lines: ScoreLine[]): RecordingScore {
  return { seed: 1, voice: 'slt', durationSeconds, lines }
}

function spokenIn(seconds: number, text: string, until?: number): Int16Array {
  const [slot] = speechSlots(score(seconds, [{ at: 0, speaker: 'agent', text, until }]))
  return slot ? speakInto(slot, 'slt', evenVoice) : new Int16Array()
}

test('a slot ends with the next line of the same speaker, an interruption or the recording', () => {
  const slots = speechSlots(
    score(20, [
      { at: 0, speaker: 'agent', text: 'a' },
      { at: 2, speaker: 'caller', text: 'b' },
      { at: 5, speaker: 'caller', key: '1' },
      { at: 6, speaker: 'agent', text: 'c', until: 8 },
      { at: 15, speaker: 'agent', text: 'd' },
      { at: 21, speaker: 'agent', text: 'never heard' },
    ]),
  )
  expect(slots.map(({ line, start, end }) => [line.text, start / SAMPLE_RATE, end / SAMPLE_RATE])).toEqual([
    ['a', 0, 6],
    ['b', 2, 20],
    ['c', 6, 8],
    ['d', 15, 20],
  ])
})

describe('a line of ten seconds', () => {
  const text = 'x'.repeat(33).concat(' ', 'y'.repeat(33), ' ', 'z'.repeat(32))

  test('is spoken whole where it fits', () => {
    expect(spokenIn(10, text).length).toBe(toSamples(10))
    expect(spokenIn(60, text).at(-1)).toBe(1_000)
  })

  test('is spoken faster, to its last sample, where it fits then', () => {
    const spoken = spokenIn(8.5, text)
    expect(spoken.length).toBeGreaterThan(toSamples(8.3))
    expect(spoken.length).toBeLessThanOrEqual(toSamples(8.5))
    expect(spoken.at(-1)).toBe(1_000)
  })

  test('is cut off with a fade where it cannot fit', () => {
    const spoken = spokenIn(5, text)
    expect(spoken.length).toBe(toSamples(5))
    expect(spoken.at(-1)).toBe(0)
    expect(spoken.at(-toSamples(0.02))).toBeGreaterThan(400)
    expect(spoken.at(-toSamples(0.02))).toBeLessThan(600)
    expect(spoken.at(-toSamples(0.05))).toBe(1_000)
  })

  test('is cut off where it was interrupted, without being hurried', () => {
    expect(spokenIn(60, text, 9.5).length).toBe(toSamples(9.5))
    expect(spokenIn(60, text, 9.5).at(-1)).toBe(0)
  })
})

test('lines of one speaker never overlap nor pass the end', () => {
  const anyLine = fc.record({
    at: fc.integer({ min: 0, max: 700 }).map((tenths) => tenths / 10),
    speaker: fc.constantFrom('agent', 'caller'),
    text: fc.stringMatching(/^[a-z ]{0,200}$/),
  })
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), fc.integer({ min: 0, max: 60 }), (lines, seconds) => {
      const slots = speechSlots(
        score(
          seconds,
          lines.toSorted((a, b) => a.at - b.at),
        ),
      )
      const freeFrom = { agent: 0, caller: 0 }
      for (const slot of slots) {
        expect(slot.start).toBeGreaterThanOrEqual(freeFrom[slot.line.speaker])
        freeFrom[slot.line.speaker] = slot.start + speakInto(slot, 'slt', evenVoice).length
        expect(freeFrom[slot.line.speaker]).toBeLessThanOrEqual(toSamples(seconds))
      }
    }),
    { seed: 11 },
  )
})
