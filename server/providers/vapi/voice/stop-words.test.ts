import { describe, expect, it } from 'vitest'
import { saysGoodbye } from './stop-words.ts'

describe('a goodbye', () => {
  // Covers: calls-vapi-23
  it.each([
    'Bye.',
    'Okay thanks, bye.',
    'No thank you. Goodbye.',
    'Alright, see you later.',
    'Bye for now',
    'I have to go, bye',
    'Please hang up.',
    'cheers mate, hooroo',
  ])('is %j', (text) => {
    expect(saysGoodbye(text)).toBe(true)
  })

  // Covers: calls-vapi-23
  it.each([
    'My broker says bye bye to low rates',
    'Call me tomorrow, bye',
    'Can you send the link? Bye.',
    "Don't hang up.",
    'Is it good to buy?',
    'Thanks.',
    'Can I talk to a person? Bye.',
  ])('is not %j', (text) => {
    expect(saysGoodbye(text)).toBe(false)
  })
})
