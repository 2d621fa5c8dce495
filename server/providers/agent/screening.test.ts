import { describe, expect, it } from 'vitest'
import type { Answerer } from '#server/conversation/who-answered.ts'
import type { CallScript } from '#server/providers/ports/voice.ts'
import { isOpening, type Screening, screeningTurn } from './screening.ts'
import type { At } from './turn.ts'

/** Words with one reading each. */
const SAYS = {
  person: 'Hello, this is Priya.',
  question: 'Who is this?',
  option_2: 'I would like a meeting.',
  operator: 'Can I talk to a person?',
  option_4: 'Please stop calling me.',
  record_off: 'Do not record this.',
  hold_on: 'Hold on a second.',
  unclear: 'the the the',
  machine: 'Leave a message after the tone.',
  screener: 'Hi, if you record your name and reason for calling, I will see if this person is available.',
  carrier_challenge: 'Enter the two digits you hear: four seven.',
  receptionist: 'She is with a client, can I get her to ring you?',
} as const
type Said = keyof typeof SAYS

const introduction =
  'This is Alex, an AI assistant of Harbour Lending, calling for Priya with an offer for mortgage brokers.'
const script = { greeting: 'Hello.', introduction } as CallScript

interface Given {
  step?: At['step']
  misses?: number
  digits?: string
  who?: Answerer | null
  waited?: number
  isDetected?: boolean
}
function turn(said: Said | '' | `:${string}`, given: Given = {}) {
  const speech = said.startsWith(':') ? said.slice(1) : said === '' ? '' : SAYS[said as Said] // any other text

  const { step = 'greeting', misses = 0, digits = '', who = null, waited = 0, isDetected = false } = given
  const screening: Screening = { answering: { who, previous: null }, waited, isDetected }
  const spoken = { at: 0, until: 2, text: speech }
  return screeningTurn(
    { step, misses },
    { gathered: { digits, speech }, spoken, script, calledName: 'Priya' },
    screening,
  )
}
const waiting = { step: 'waiting', who: 'screener' } as const

// Covers: who-answered-1
describe('a call screener', () => {
  it('gets one sentence, and again for a repeated question, three times at most', () => {
    expect(turn('screener').next).toEqual({
      kind: 'listen',
      said: [introduction],
      step: 'waiting',
      misses: 1,
    })
    const quiet = { kind: 'listen', said: [], step: 'waiting' }
    expect(turn('hold_on', { ...waiting, misses: 1 }).next).toEqual({ ...quiet, misses: 1 })
    expect(turn('screener', { ...waiting, misses: 1 }).next).toMatchObject({
      said: [introduction],
      misses: 2,
    })
    expect(turn('screener', { ...waiting, misses: 3 }).next).toEqual({ ...quiet, misses: 3 })
  })

  it('is waited on in silence for 40 seconds', () => {
    for (const meaning of ['', 'unclear', 'hold_on', 'machine'] as const)
      expect(turn(meaning, { ...waiting, misses: 1, waited: 39 }).next).toMatchObject({
        step: 'waiting',
        said: [],
      })
    expect(turn('', { ...waiting, misses: 1, waited: 40 }).next).toEqual({ kind: 'hang_up', said: [] })
  })

  it.each<[string, Said]>([
    ['a greeting', 'person'],
    ['a question', 'question'],
    ['a wish, which is not acted on before the greeting', 'option_2'],
    ['a request for staff', 'operator'],
  ])('gives way to a person, who hears the greeting: %s', (_, label) => {
    const { who, next } = turn(label, { ...waiting, misses: 2 })
    expect([who, next]).toEqual(['person', { kind: 'listen', said: [], step: 'greeting', misses: 0 }])
  })

  it('gives way to a person who refuses or presses a key, which acts immediately', () => {
    for (const label of ['option_4', 'record_off'] as const)
      expect(turn(label, waiting)).toMatchObject({ who: 'person', next: null, at: { step: 'greeting' } })
    expect(turn('', { ...waiting, digits: '4' })).toMatchObject({ next: null, at: { step: 'greeting' } })
  })

  it('passes on an opt-out of its owner, and nothing else', () => {
    const { who, relaysOptOut, next } = turn(':The person you are calling asks not to be contacted again.')
    expect([who, relaysOptOut, next?.kind]).toEqual(['screener', true, 'hang_up'])
    expect(turn(':Please remove this number from your contact list.', waiting).relaysOptOut).toBe(true)
    expect(turn('option_4').relaysOptOut).toBe(false)
  })
})

it('a carrier’s challenge is waited on in silence', () => {
  expect(turn('carrier_challenge')).toMatchObject({
    who: 'carrier_challenge',
    next: { kind: 'listen', said: [], step: 'waiting' },
  })
})

// Covers: calls-twilio-13
describe('a machine', () => {
  it('by its words alone is listened to once more, and hung up on without a person', () => {
    expect(turn('machine').next).toEqual({ kind: 'listen', said: [], step: 'waiting', misses: 0 })
    const doubted = { step: 'waiting', who: 'voicemail' } as const
    expect(turn('machine', doubted).next).toEqual({ kind: 'hang_up', said: [] })
    // a person may need a moment to speak to a line that has gone quiet
    expect(turn('', doubted).next).toMatchObject({ step: 'waiting', misses: 1, said: [] })
    expect(turn('', { ...doubted, misses: 1 }).next).toEqual({ kind: 'hang_up', said: [] })
    expect(turn('unclear', { ...doubted, misses: 1 }).next).toMatchObject({ step: 'waiting', misses: 2 })
    expect(turn('unclear', { ...doubted, misses: 2 }).next?.kind).toBe('hang_up')
    expect(turn('person', doubted).next).toMatchObject({ step: 'greeting' })
    expect(turn('screener', doubted).next).toMatchObject({ said: [introduction] })
  })

  it('is hung up on where the detector reported one too', () => {
    expect(turn('machine', { isDetected: true }).next).toEqual({ kind: 'hang_up', said: [] })
    // the detector alone
    expect(turn('', { step: 'waiting', who: 'voicemail', misses: 1, isDetected: true }).next?.kind).toBe(
      'hang_up',
    )
  })
})

it('a colleague hears who calls, is waited on, and is thanked', () => {
  expect(turn('receptionist')).toMatchObject({ who: 'receptionist', next: { said: [introduction] } })
  const kept = { step: 'waiting', who: 'receptionist', misses: 1 } as const
  expect(turn('hold_on', kept).next).toMatchObject({ said: [], step: 'waiting' })
  expect(turn('', { ...kept, waited: 41 }).next).toMatchObject({
    kind: 'hang_up',
    said: [expect.any(String)],
  })
})

it('a person, silence and unclear words are the conversation’s', () => {
  for (const meaning of ['person', 'question', 'option_2', 'unclear', ''] as const)
    expect(turn(meaning)).toMatchObject({ next: null, at: { step: 'greeting', misses: 0 } })
  expect(isOpening({ step: 'menu', misses: 0 }, false)).toBe(true)
  expect(isOpening({ step: 'menu', misses: 0 }, true)).toBe(false)
  expect(isOpening({ step: 'slots', misses: 0 }, false)).toBe(false)
})
