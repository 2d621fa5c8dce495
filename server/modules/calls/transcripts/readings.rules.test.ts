import { expect, it } from 'vitest'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { linesOfReadings, optOutEvidence, withReadings } from './readings.rules.ts'

const answeredAt = new Date('2026-12-01T01:00:00Z')
const after = (seconds: number): Date => new Date(answeredAt.getTime() + seconds * 1000)
type Understood = Extract<VoiceEvent, { kind: 'understood' }>
const understood = (seconds: number, fields: Partial<Understood>): Understood => ({
  ...{
    key: `at ${seconds}`,
    at: after(seconds),
    kind: 'understood',
    text: '',
    meaning: 'unclear',
    value: null,
  },
  ...{ evidence: [], answer: null, question: null },
  ...fields,
})
const QUESTION = 'You would like the link to the offer. Shall I send it?'
const wish = understood(20, {
  text: 'text me the link',
  meaning: 'option_1',
  evidence: [{ rule: 'option_1.link', words: 'text me' }],
  question: QUESTION,
})
const yes = understood(26, { text: 'yes', meaning: 'yes', answer: { to: 'option_1', is: 'confirmed' } })

it('makes the transcript of a call from its readings', () => {
  expect(linesOfReadings([wish, yes], answeredAt)).toEqual([
    { at: 18.4, speaker: 'caller', text: 'text me the link' },
    { at: 20, speaker: 'agent', text: QUESTION },
    { at: 25.6, speaker: 'caller', text: 'yes' },
  ])
})

// Covers: confirmed-3
it('adds readings to the lines, and the answer to a read-back', () => {
  const lines = linesOfReadings([wish, yes], answeredAt)
  expect(withReadings(lines, [wish, yes])).toMatchObject([
    {
      understood: {
        meaning: 'wants the link by SMS',
        evidence: [{ rule: 'option_1.link', words: 'text me' }],
      },
    },
    { confirmation: 'confirmed' },
    { understood: { meaning: 'yes' } },
  ])
  expect(withReadings(lines, [wish])[1]).toMatchObject({ confirmation: 'unanswered' })
  const byKey = { ...yes, text: '', answer: { to: 'option_1', is: 'refused' } as const }
  expect(withReadings(lines, [wish, byKey])[1]).toMatchObject({ confirmation: 'refused' })
})

it('finds repeated words in their order', () => {
  const again = { ...wish, key: 'again', at: after(40), meaning: 'unclear' as const, question: null }
  const lines = withReadings(linesOfReadings([wish, again], answeredAt), [wish, again])
  expect(lines.map((line) => line.understood?.meaning)).toEqual([
    'wants the link by SMS',
    undefined,
    'not understood',
  ])
})

// Covers: confirmed-4
it('names the sentence of an opt-out, its second and its rule', () => {
  const stop = understood(31, {
    text: 'lose my number',
    meaning: 'option_4',
    evidence: [{ rule: 'option_4.words', words: 'lose my number' }],
  })
  const answered: VoiceEvent = { key: 'answered', at: answeredAt, kind: 'answered' }
  expect(optOutEvidence([answered, wish, stop], stop)).toEqual({
    ...{ text: 'lose my number', rule: 'option_4.words', words: 'lose my number', second: 29.8 },
  })
  expect(optOutEvidence([answered, wish], stop)).toBeNull()
})
