import { describe, expect, it } from 'vitest'
import { words as script } from '#test/worlds/call-words.ts'
import { nextTurn } from './conversation.ts'
import type { At, Subject, Words } from './turn.ts'

const genuine =
  'You can check that this call is genuine. Open lumen dot example slash verify, and enter this code: K for Kilo.'
const clock = { now: new Date('2026-12-01T01:30:00Z'), zone: 'Australia/Sydney' }
const words: Words = { script: { ...script, genuine }, offered: [], callback: null, clock }
const at = (step: At['step'], about?: Subject, misses = 0): At => ({ step, misses, ...(about && { about }) })
const say = (place: At, speech: string, given = words) => nextTurn(place, { digits: '', speech }, given)

describe('a doubt about the caller', () => {
  // Covers: verification-1
  it.each([
    'Is this a scam?',
    'Is this call legit?',
    'Are you legit?',
    'Hang on, is this a scam call?',
    'How do I know this is really you?',
    "How do I know you're not a scammer?",
    'How do I know you are who you say you are?',
    'Can I verify that this is really Harbour Lending?',
    'How can I check this is genuine?',
    'How can I trust you?',
    'Who is this really?',
    "Who's really calling?",
    'This sounds like a scam.',
    'Sounds a bit dodgy.',
    'Prove it.',
    "What's your code?",
    'Have you got a code for this call?',
    'I think this is a scam.',
  ])('%j is answered with the code and the page, and the conversation goes on', (speech) => {
    const turn = say(at('menu'), speech)
    expect(turn).toMatchObject({
      event: null,
      next: { kind: 'listen', said: [genuine], step: 'menu', misses: 0 },
    })
    expect(turn.understood).toMatchObject({ meaning: 'question', value: 'genuine' })
  })

  it('comes before the read-back, which is repeated', () => {
    expect(say(at('confirm', 'option_1'), 'Is this a scam?').next).toEqual({
      ...{ kind: 'listen', said: [genuine], step: 'confirm', misses: 0, about: 'option_1' },
    })
  })

  it('during the greeting is answered before the greeting is played again, once', () => {
    const doubt = 'Is this a scam?'
    expect(say(at('greeting'), doubt).next).toMatchObject({ said: [genuine], step: 'greeting', misses: 1 })
    expect(say(at('greeting', undefined, 1), doubt).next).toMatchObject({ said: [genuine], step: 'offer' })
  })

  it('is not understood by a script of an earlier version', () => {
    expect(say(at('menu'), 'Is this a scam?', { ...words, script }).next).toMatchObject({
      said: ['Sorry, I did not understand that.'],
    })
  })

  // Covers: verification-1
  it.each([
    ['This is a scam, take me off your list.', 'option_4'],
    ["It's a scam. Stop calling me.", 'option_4'],
  ])('in %j is no question: the opt-out counts', (speech, option) => {
    expect(say(at('menu'), speech).event).toMatchObject({ kind: 'option', option })
  })

  it.each([
    ['How do I know if my client qualifies?'],
    ['Can I check the rate online?'],
    ['What is your rate?'],
    ['Is this being recorded?'],
    ['Who is the lender?'],
    ['Is this for real estate?'],
    ['Where can I verify my accreditation?'],
  ])('is not read into %j', (speech) => {
    const { next } = say(at('menu'), speech)
    expect(next.kind === 'listen' && next.said).not.toContain(genuine)
  })
})
