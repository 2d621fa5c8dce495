import { expect, it } from 'vitest'
import { messageLine, withoutLinks } from './message-words.ts'

it('tells of a message with its state, what it says and why', () => {
  const mail = { channel: 'email', subject: 'Your meeting is booked', reason: null } as const
  expect(messageLine({ ...mail, status: 'sent' })).toBe('Email sent: Your meeting is booked')
  expect(messageLine({ ...mail, status: 'failed', reason: 'No such user' })).toBe(
    'Email failed: Your meeting is booked. No such user',
  )
  expect(
    messageLine({
      channel: 'sms',
      status: 'held',
      subject: 'Go on: https://b.example/s/aB-1',
      reason: 'SMS isn’t set up.',
    }),
  ).toBe('SMS not sent: Go on: [link]. SMS isn’t set up.')
})

it('keeps links to itself: they may open personal data', () => {
  const text = 'Resume http://localhost:3000/s/abc?x=1#y or https://b.example/s/d. Reply STOP.'
  expect(withoutLinks(text)).toBe('Resume [link] or [link] Reply STOP.')
})
