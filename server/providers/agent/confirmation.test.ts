import fc from 'fast-check'
import { expect, it } from 'vitest'
import { words as script } from '#test/worlds/call-words.ts'
import { nextTurn } from './conversation.ts'
import type { At, Subject, Turn, Words } from './turn.ts'

const slots = [
  { start: '2026-12-01T03:00:00.000Z', spoken: 'Tuesday 1 December at 2 pm' },
  { start: '2026-12-02T05:00:00.000Z', spoken: 'Wednesday 2 December at 4 pm' },
]

interface Said {
  text: string
  /** Subjects that these words affirm when they are read back. */
  affirms: readonly (Subject | 'any')[]
}

const affirming = ['Yes.', 'yes please', 'Yep, do that', 'yeah sure', 'That is right', 'ok, go ahead']
const wishes: Said[] = [
  { text: 'text me the link', affirms: ['option_1'] },
  { text: 'send me the details', affirms: ['option_1'] },
  { text: 'start my accreditation', affirms: ['option_3'] },
  { text: 'the first one', affirms: [] },
  { text: 'Tuesday at two', affirms: [] },
  { text: 'the second one please', affirms: [] },
  { text: 'Wednesday', affirms: [] },
]
const others = [
  ...['No.', 'no thanks', 'No, neither suits me', "No, I don't want a meeting", 'not that one', 'three pm'],
  ...['no, the second one', 'no the first', 'ten thirty', 'wednesday 2 pm', 'do you have any other times?'],
  ...['hang on a second', 'I am busy in the morning', 'what was that', 'who is this', 'hmm maybe', 'banana'],
  ...[
    'I would like a meeting',
    'Go away',
    'not again',
    "don't record this",
    'can I talk to a person',
    'hello?',
  ],
  ...[
    'no wait',
    'it depends',
    'I have one question',
    'two minutes',
    'not now, call me tomorrow',
    'not Tuesday',
  ],
]
const speech = fc.oneof(
  fc.constantFrom(...affirming).map((text): Said => ({ text, affirms: ['any'] })),
  fc.constantFrom(...wishes),
  fc.constantFrom(...others).map((text): Said => ({ text, affirms: [] })),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text): Said => ({ text, affirms: [] })),
)
const input = fc.record({
  said: fc.oneof(
    { weight: 9, arbitrary: speech },
    { weight: 1, arbitrary: fc.constant({ text: '', affirms: [] }) },
  ),
  /** Free times found when some are requested. */
  free: fc.constantFrom(0, 1, 2, 2, 2),
})

const clock = { now: new Date('2026-12-01T01:30:00Z'), zone: 'Australia/Perth' }
const acted = ({ event }: Turn): Subject | null => {
  if (event?.kind === 'callback_requested') return 'callback'
  if (event?.kind !== 'option' || event.source === 'key') return null
  if (event.option === 'option_1' || event.option === 'option_3') return event.option
  if (event.option !== 'option_2' || event.slot === null) return null
  return event.slot === slots[0]?.start ? 'first_time' : 'second_time'
}

// Covers: confirmed-1
it('nothing is sent, booked or planned from speech that does not affirm its read-back', () => {
  let affirmed = 0
  fc.assert(
    fc.property(fc.array(input, { minLength: 4, maxLength: 14 }), (inputs) => {
      let at: At = { step: 'greeting', misses: 0 }
      let words: Words = { script, offered: [], callback: null, clock }
      for (const { said, free } of inputs) {
        const turn = nextTurn(at, { digits: '', speech: said.text }, words)
        const about = acted(turn)
        if (about !== null) {
          const isOnlyTime = at.step === 'slots' && words.offered.length === 1
          expect(at.step === 'confirm' ? at.about : isOnlyTime && 'first_time', said.text).toBe(about)
          expect(
            said.affirms.some((subject) => subject === 'any' || subject === about),
            said.text,
          ).toBe(true)
          affirmed++
        }
        if (turn.asksForTimes !== null) words = { ...words, offered: slots.slice(0, free) }
        if (turn.asksForCallback !== null) {
          const { words: said, from, to } = turn.asksForCallback
          const time = { words: said, from: from ?? '', to: to ?? '' }
          words = { ...words, callback: { ...time, question: 'Shall I call you then?' } }
          at = { step: 'confirm', misses: 0, about: 'callback' }
          continue
        }
        const { next } = turn
        if (next.kind !== 'listen') return
        at = turn.asksForTimes !== null && free === 0 ? { step: 'more', misses: 0 } : next
      }
    }),
    { numRuns: 1000, seed: 53 },
  )
  // the run reaches the state that it is about
  expect(affirmed).toBeGreaterThan(100)
})
