import { expect, it } from 'vitest'
import { resendQuestion, sentText } from './resend-texts.ts'

const refused = [
  { reason: 'It was written too long ago.', messages: 3 },
  { reason: 'SMS isn’t set up.', messages: 1 },
]

it('says before a send what may arrive twice, what is left and what follows', () => {
  expect(resendQuestion({ sendable: 2, doubtful: 0, refused: [], more: 0 })).toBe(
    'They leave within a minute.',
  )
  expect(resendQuestion({ sendable: 500, doubtful: 2, refused, more: 12 })).toBe(
    'They leave within a minute. 2 messages may arrive twice: it is not known whether they were sent. ' +
      '4 messages cannot be sent. 3: It was written too long ago. 1: SMS isn’t set up. ' +
      '12 more messages match: send them afterwards.',
  )
})

it('counts the messages on their way after a send, and gives the reasons of the others', () => {
  expect(sentText({ queued: 1, refused: [] })).toBe('1 message is on the way.')
  expect(sentText({ queued: 2, refused: refused.slice(1) })).toBe(
    '2 messages are on the way. 1 message could not be sent. SMS isn’t set up.',
  )
})
