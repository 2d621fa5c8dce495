import { describe, expect, it } from 'vitest'
import { spokenSlot, spokenWish } from './spoken.ts'

const meant = (said: string): string => {
  const wish = spokenWish(said)
  return wish.kind === 'option' ? wish.option : wish.kind
}

describe('what a person meant', () => {
  it.each([
    ['Just send me the link, please.', 'option_1'],
    ['Yes, text me the details.', 'option_1'],
    ['SMS', 'option_1'],
    ['I would like to meet a manager.', 'option_2'],
    ['Can you book me a meeting, please?', 'option_2'],
    ['Yes, start my accreditation.', 'option_3'],
    ["I'd like to get accredited.", 'option_3'],
    ['One.', 'option_1'],
    ['press two please', 'option_2'],
    ['Option 3', 'option_3'],
    ['4', 'option_4'],
  ])('takes "%s" for %s', (said, wish) => expect(meant(said)).toBe(wish))

  // Covers: calls-twilio-9
  it.each([
    'Stop.',
    'Please stop calling me.',
    'Take me off your list!',
    'I want to opt out',
    'unsubscribe',
    "Don't call me again",
    'I don’t want to be called, send the link to somebody else',
    'Remove my number',
    'hello stop hello',
  ])('takes "%s" for an opt-out, whatever else is said', (said) => expect(meant(said)).toBe('option_4'))

  it.each([
    "Don't record",
    'Please do not record this call',
    'Stop the recording',
    'no recording please',
  ])('takes "%s" for a no to the recording, not to the call', (said) =>
    expect(meant(said)).toBe('record_off'))

  it.each([
    'Operator',
    'Can I talk to a person?',
    'put me through to a human',
    'I want to speak to a manager',
    'zero',
  ])('takes "%s" for a wish to talk to a person', (said) => expect(meant(said)).toBe('operator'))

  it.each([
    'Yes',
    'Yes.',
    'Hello?',
    'Who is calling?',
    'no thanks',
    "I don't need a link",
    'a link or a meeting',
    'nonstop linking',
    'I will be there for two hours at five',
    '',
  ])('asks again for "%s"', (said) => expect(meant(said)).toBe('unclear'))

  it.each([
    "Hi, you've reached Priya. Leave a message or text me.",
    "I can't take your call. Stop by the office or leave your name after the tone.",
    'Welcome to message bank. To send a text press hash.',
  ])('hears nothing in a machine: "%s"', (said) => expect(meant(said)).toBe('unclear'))
})

describe('which of two times was meant', () => {
  const slots = [
    { start: 'a', spoken: 'Wednesday 25 November at 10 am' },
    { start: 'b', spoken: 'Thursday 26 November at 2 pm' },
  ]
  it.each([
    ['The first one, please.', 0],
    ['the second', 1],
    ['the other one', 1],
    ['The second one, please.', 1],
    ['the first of the two', 0],
    ['one', 0],
    ['Wednesday', 0],
    ['Thursday the 26th... Thursday suits me', 1],
    ['ten a.m.', 0],
    ['2 p.m. please', 1],
    ['two', 1],
  ])('takes "%s" for it', (said, index) => expect(spokenSlot(said, slots)).toBe(index))

  it.each([
    'yes',
    'November',
    'neither',
    'not Wednesday',
    'Wednesday or Thursday',
    'either is fine',
  ])('asks again for "%s"', (said) => expect(spokenSlot(said, slots)).toBeNull())

  it('takes a yes where there is one time only', () => {
    expect(spokenSlot('Yes, that works.', slots.slice(0, 1))).toBe(0)
    expect(spokenSlot('no', slots.slice(0, 1))).toBeNull()
    expect(spokenSlot('the second', slots.slice(0, 1))).toBeNull()
  })
})
