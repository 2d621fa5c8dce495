import { describe, expect, it } from 'vitest'
import { words as script } from '#test/worlds/call-words.ts'
import { nextTurn } from './conversation.ts'
import { pendingAt } from './next-step.ts'
import { textsOf } from './step-texts.ts'
import type { At, Subject, Words } from './turn.ts'

const offered = [
  { start: '2026-12-01T03:00:00.000Z', spoken: 'Tuesday 1 December at 2 pm' },
  { start: '2026-12-02T05:00:00.000Z', spoken: 'Wednesday 2 December at 4 pm' },
]
const clock = { now: new Date('2026-12-01T01:30:00Z'), zone: 'Australia/Perth' }
const words: Words = { script, offered, callback: null, clock }
const [first, second] = offered
const UNCLEAR = 'Go away'
const at = (step: At['step'], about?: Subject, misses = 0): At => ({ step, misses, ...(about && { about }) })
const say = (place: At, speech: string, given = words) => nextTurn(place, { digits: '', speech }, given)
const press = (place: At, digits: string) => nextTurn(place, { digits, speech: '' }, words)

describe('a wish in speech', () => {
  // Covers: calls-vapi-17
  it.each([
    ['menu', 'text me the link', 'option_1'],
    ['menu', 'start my accreditation please', 'option_3'],
    ['slots', 'the second one', 'second_time'],
    ['slots', "I'll take four please", 'second_time'],
    ['slots', 'the first one please', 'first_time'],
  ] as const)('at the step %s, %j is read back and does nothing before a yes', (step, speech, about) => {
    const turn = say(at(step), speech)
    expect(turn).toMatchObject({
      event: null,
      result: null,
      next: { kind: 'listen', step: 'confirm', about },
    })
    expect(turn.understood?.question).toBe(textsOf(at('confirm', about), words)[0])
  })

  it('is read back with day, time and whose clock it is', () => {
    expect(textsOf(at('confirm', 'first_time'), words)[0]).toBe(
      'Tuesday 1 December at 2 pm, Sydney time. Shall I book it?',
    )
  })

  it('for a meeting offers times', () => {
    expect(say(at('menu'), 'I would like a meeting')).toMatchObject({ event: null, asksForTimes: 'voice' })
  })

  it.each([
    ['option_1', { option: 'option_1', slot: null }],
    ['option_3', { option: 'option_3', slot: null }],
    ['first_time', { option: 'option_2', slot: first?.start }],
    ['second_time', { option: 'option_2', slot: second?.start }],
    ['opt_out', { option: 'option_4', slot: null }],
  ] as const)('about %s acts after a yes', (about, event) => {
    for (const speech of ['Yes.', 'yes please', 'Yeah, that is right']) {
      const turn = say(at('confirm', about), speech)
      expect(turn.event, speech).toEqual({ kind: 'option', source: 'voice', ...event })
      expect(turn.understood?.answer).toEqual({ to: event.option, is: 'confirmed' })
    }
  })

  it.each([
    'option_1',
    'option_3',
    'first_time',
    'second_time',
    'opt_out',
  ] as const)('about %s does nothing after a no', (about) => {
    const turn = say(at('confirm', about), 'No.')
    expect(turn).toMatchObject({ event: null, next: { kind: 'listen' } })
    expect(turn.understood?.answer).toMatchObject({ is: 'refused' })
  })

  it('about a time gives way to the other time, which is read back too', () => {
    const turn = say(at('confirm', 'first_time'), 'no, the second one')
    expect(turn).toMatchObject({ event: null, next: { step: 'confirm', about: 'second_time', misses: 0 } })
  })

  it.each(['', 'banana'])('is repeated once after %j, then left to staff', (speech) => {
    const again = say(at('confirm', 'option_1'), speech)
    expect(again).toMatchObject({ event: null, next: { step: 'confirm', about: 'option_1', misses: 1 } })
    expect(say(at('confirm', 'option_1', 1), speech).event).toEqual({
      kind: 'unconfirmed',
      wish: 'option_1',
    })
    expect(say(at('confirm', 'second_time', 1), speech).event).toMatchObject({
      option: 'option_2',
      slot: null,
    })
    expect(say(at('confirm', 'opt_out', 1), speech)).toMatchObject({ event: null, next: { kind: 'hang_up' } })
  })

  it.each([
    ['option_1', 'option_1'],
    ['first_time', 'option_2'],
    ['opt_out', null],
  ] as const)('about %s leaves %s to staff where the person hangs up', (about, pending) => {
    expect(pendingAt({ kind: 'listen', said: [], ...at('confirm', about) })).toBe(pending)
  })

  it('about the only time that is free needs no second read-back', () => {
    const one = { ...words, offered: offered.slice(0, 1) }
    expect(say(at('slots'), 'yes', one).event).toMatchObject({ option: 'option_2', slot: first?.start })
  })
})

describe('a wished call', () => {
  const callback = {
    ...{ words: 'thursday at ten', from: '2026-12-03T02:00:00.000Z', to: '2026-12-03T02:15:00.000Z' },
    question: 'That is Thursday 3 December at 10 am, your time. Shall I call you then?',
  }
  const given = { ...words, callback }

  // Covers: confirmed-1
  it.each([
    ['menu', 'Not now, call me tomorrow at ten', undefined, '2026-12-02T10:00'],
    ['slots', 'ring me thursday after three', undefined, '2026-12-03T15:00'],
    ['when', 'Friday morning', undefined, '2026-12-04T09:00'],
    ['confirm', 'no, friday morning', 'callback', '2026-12-04T09:00'],
    ['confirm', 'call me back tomorrow at ten', 'first_time', '2026-12-02T10:00'],
  ] as const)('at the step %s, the time of %j is looked up and nothing is planned', (step, speech, about, from) => {
    expect(say(at(step, about), speech, given)).toMatchObject({
      ...{ event: null, asksForCallback: { from, zone: 'Australia/Perth' } },
    })
  })

  it('without a time gets a question for one', () => {
    expect(say(at('menu'), 'can you call me back')).toMatchObject({
      ...{
        event: null,
        asksForCallback: null,
        next: { step: 'when', said: [expect.stringContaining('Which day')] },
      },
    })
  })

  // Covers: confirmed-1
  it('is requested for the time that was read back, after a yes', () => {
    expect(textsOf(at('confirm', 'callback'), given)[0]).toBe(callback.question)
    const { words: text, from, to } = callback
    expect(say(at('confirm', 'callback'), 'yes', given)).toMatchObject({
      event: { kind: 'callback_requested', text, from, to },
      ...{ result: 'callback', next: { kind: 'hang_up' } },
      understood: { answer: { to: 'callback', is: 'confirmed' } },
    })
    expect(say(at('confirm', 'callback'), 'no', given)).toMatchObject({ event: null, next: { step: 'when' } })
  })

  it('is left to staff where the person hangs up or is not understood twice', () => {
    for (const place of [at('confirm', 'callback'), at('when')])
      expect(pendingAt({ kind: 'listen', said: [], ...place })).toBe('callback')
    expect(say(at('when', undefined, 1), 'banana').event).toEqual({ kind: 'unconfirmed', wish: 'callback' })
  })
})

describe('a key', () => {
  it('acts without a read-back', () => {
    expect(press(at('menu'), '1').event).toMatchObject({ option: 'option_1', source: 'key' })
    expect(press(at('slots'), '2').event).toMatchObject({ option: 'option_2', slot: second?.start })
    expect(press(at('confirm', 'first_time'), '4').event).toMatchObject({ option: 'option_4' })
  })

  it('answers a read-back', () => {
    expect(press(at('confirm', 'second_time'), '1').event).toMatchObject({
      slot: second?.start,
      source: 'key',
    })
    const refused = press(at('confirm', 'option_3'), '2')
    expect(refused).toMatchObject({ event: null, understood: { answer: { to: 'option_3', is: 'refused' } } })
  })
})

describe('an opt-out', () => {
  // Covers: calls-vapi-17
  it.each([
    ['menu', undefined],
    ['slots', undefined],
    ['confirm', 'first_time'],
    ['confirm', 'option_1'],
    ['confirm', 'opt_out'],
    ['greeting', undefined],
  ] as const)('that is clear acts immediately at the step %s', (step, about) => {
    expect(say(at(step, about), 'please don’t call me again').event).toMatchObject({ option: 'option_4' })
  })

  // Covers: calls-vapi-18
  it.each([
    ['offer', undefined],
    ['menu', undefined],
    ['more', undefined],
    ['slots', undefined],
    ['confirm', 'first_time'],
    ['confirm', 'option_1'],
  ] as const)('that is unclear gets one question at the step %s, and nothing is booked', (step, about) => {
    const turn = say(at(step, about), UNCLEAR)
    expect(turn).toMatchObject({
      event: { kind: 'opt_out_unclear', text: UNCLEAR },
      next: { kind: 'listen', step: 'confirm', about: 'opt_out', misses: 0 },
    })
    expect(pendingAt(turn.next)).toBeNull()
  })

  it('gets no second question', () => {
    const again = say(at('confirm', 'opt_out'), 'you lot should really stop')
    expect(again).toMatchObject({ event: { kind: 'opt_out_unclear' }, next: { kind: 'hang_up' } })
  })

  it('is never the key 4 in a time that is not offered', () => {
    const turn = say(at('slots'), 'four', { ...words, offered: offered.slice(0, 1) })
    expect(turn.event).toBeNull()
  })
})

// Covers: confirmed-3
it('reads how people agree, a number of the menu, and that calls may go on', () => {
  const words: Words = { script, offered: [], callback: null, clock: null }
  const heard = (at: At, speech: string) => nextTurn(at, { digits: '', speech }, words)
  const readBack: At = { step: 'confirm', misses: 0, about: 'option_1' }
  for (const speech of ['Too easy, yep.', 'Yeah, why not.', 'No worries, do that.'])
    expect(heard(readBack, speech).event, speech).toMatchObject({ kind: 'option', option: 'option_1' })
  expect(heard({ step: 'menu', misses: 0 }, 'Number two, please.').asksForTimes).toBe('voice')
  const keeps = heard({ step: 'confirm', misses: 0, about: 'opt_out' }, 'No, no, you can keep calling.')
  expect(keeps.event).toBeNull()
  expect(keeps.next).toMatchObject({ step: 'menu' })
})
