import { expect, it } from 'vitest'
import { acceptedTime, type Conversation } from './acceptance.ts'
import { isConfirmed, mayAct, type Reported, readBackOf } from './affirmed.ts'

const time = { start: '2026-12-01T03:00:00.000Z', spoken: 'Tuesday 1 December at 2 pm' }
const meeting: Reported = { option: 'option_2', source: 'voice', slot: time.start, confirmed: true }
const link: Reported = { option: 'option_1', source: 'voice', slot: null, confirmed: true }
const clock = { now: new Date('2026-11-30T01:00:00Z'), zone: 'Australia/Sydney' }
const shown = (lines: Conversation['lines']) => ({
  lines,
  accepted: acceptedTime({ lines, clock }, [time], 'slot'),
})
const said = (text: string) =>
  shown([
    { speaker: 'agent', text: 'Tuesday 1 December at 2 pm, Sydney time. Shall I book it?' },
    { speaker: 'caller', text },
  ])

// Covers: confirmed-1
it.each([
  [meeting, 'Yes please.', true],
  [meeting, 'No, three pm', false],
  [meeting, 'Hang on a second', false],
  [{ ...meeting, confirmed: false }, 'Yes please.', true],
  [{ ...link, confirmed: false }, 'Yes please.', false],
  [link, 'yes, send it', true],
  [link, 'who is this?', false],
  // a yes to the time of a meeting
  [link, 'Yes please.', false],
  // the model reports a key that was not pressed
  [{ ...meeting, source: 'key' as const, confirmed: false }, 'Hm', false],
  [{ ...meeting, source: 'key' as const }, "User's Keypad Entry: 1", false],
  [{ ...link, source: 'key' as const, confirmed: false }, "User's Keypad Entry: 1", true],
  [{ ...link, source: 'key' as const }, "User's Keypad Entry: 0", false],
  [{ ...link, source: 'key' as const }, "User's Keypad Entry: 2", false],
  [{ ...link, source: 'key' as const }, "User's Keypad Entry: 12", false],
  [{ ...link, option: 'option_3' as const, source: 'key' as const }, "User's Keypad Entry: 1", false],
  [{ ...link, option: 'option_3' as const, source: 'key' as const }, "User's Keypad Entry: 3", true],
  [{ ...meeting, slot: null, confirmed: false }, 'a meeting', true],
  [{ ...link, option: 'option_4' as const, confirmed: false }, 'lose my number', true],
])('a reported choice %j after %j acts: %s', (reported, words, acts) => {
  expect(mayAct(reported, said(words))).toBe(acts)
})

// Covers: confirmed-1
it.each([
  ['option_1', ['You would like the link. Shall I send it?'], true],
  ['option_1', ['You would like the link.', 'Shall I send it?'], true],
  ['option_1', ['You would like the link. Shall I send it?', 'Thursday at 9 am. Shall I book it?'], false],
  ['option_1', ['Shall I put you through to a person?'], false],
  ['option_1', ['Do you like coffee?'], false],
  ['option_3', ['You would like to start your accreditation. Shall I start it?'], true],
  ['option_3', ['You would like the link. Shall I send it?'], false],
] as const)('a yes gives %s after %j: %s', (option, questions, acts) => {
  const agent = questions.map((text) => ({ speaker: 'agent' as const, text }))
  const lines = [...agent, { speaker: 'caller' as const, text: 'Yes please.' }]
  expect(mayAct({ ...link, option }, shown(lines))).toBe(acts)
})

// Covers: calls-vapi-21
it.each([
  ['Do you like coffee?', 'Yes.'],
  ['Tuesday 1 December at 2 pm, or Tuesday 1 December at 3 pm?', 'Yes.'],
  ['Tuesday 1 December at 2 pm?', "User's Keypad Entry: 2", 'Yes.'],
  ['Tuesday 1 December at 2 pm?', 'Yes.', 'Actually no.'],
  ['Tuesday 1 December at 2 pm?', 'Yes.', 'no send it to my other phone'],
  ['Tuesday 1 December at 2 pm?', 'Yes.', "you've got it wrong"],
  ['Tuesday 1 December at 2 pm?', 'Yes.', 'cancel'],
  ['Tuesday 1 December at 2 pm?', 'not by text'],
])('no time is accepted in %j', (question, ...answers) => {
  const caller = answers.map((text) => ({ speaker: 'caller' as const, text }))
  expect(shown([{ speaker: 'agent', text: question }, ...caller]).accepted).toBeNull()
})

it('without the words of the person sends and books nothing', () => {
  expect(mayAct(link, shown([]))).toBe(false)
  expect(mayAct({ ...link, source: 'key' }, shown([]))).toBe(false)
  expect(mayAct(meeting, shown([]))).toBe(false)
  expect([true, 'true', 'false', undefined].map(isConfirmed)).toEqual([true, true, false, false])
})

it('is returned with the sentence to read back', () => {
  expect(readBackOf(meeting, [time])).toContain('Tuesday 1 December at 2 pm')
})

// Covers: calls-vapi-21
it.each([
  ['slot', 'Shall I call you then?', false],
  ['slot', 'Shall I book it?', true],
  ['callback', 'Shall I book it?', false],
  ['callback', 'Shall I call you then?', true],
] as const)('a yes accepts a %s at a time after %j: %s', (about, question, expected) => {
  const lines = [
    { speaker: 'agent' as const, text: `That is Tuesday 1 December at 2 pm, Sydney time. ${question}` },
    { speaker: 'caller' as const, text: 'Yes please.' },
  ]
  expect(acceptedTime({ lines, clock }, [time], about)).toBe(expected ? time.start : null)
})

// Covers: calls-vapi-21
it.each([
  ['No worries, thanks.'],
  ['What is the rate?'],
  ['Send me the link too.'],
])('an accepted time stands after %j', (words) => {
  const caller = ['Yes.', words].map((text) => ({ speaker: 'caller' as const, text }))
  expect(shown([{ speaker: 'agent', text: 'Tuesday 1 December at 2 pm?' }, ...caller]).accepted).toBe(
    time.start,
  )
})
