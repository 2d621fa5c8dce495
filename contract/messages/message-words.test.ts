import { expect, it } from 'vitest'
import { messageLine, withoutLinks } from './message-words.ts'

it('names the channel, the state and the subject of a message', () => {
  const mail = { channel: 'email', subject: 'Your meeting is booked' } as const
  expect(messageLine({ ...mail, status: 'sent' })).toBe('Email sent: Your meeting is booked')
  expect(messageLine({ ...mail, status: 'failed' })).toBe('Email failed: Your meeting is booked')
  expect(
    messageLine({
      channel: 'sms',
      status: 'held',
      subject: 'Go on: https://b.example/s/aB-1',
    }),
  ).toBe('SMS not sent: Go on: [link]')
})

it('keeps links to itself: they may open personal data', () => {
  const text = 'Resume http://localhost:3000/s/abc?x=1#y or https://b.example/s/d. Reply STOP.'
  expect(withoutLinks(text)).toBe('Resume [link] or [link] Reply STOP.')
})
