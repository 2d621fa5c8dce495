import { expect, it } from 'vitest'
import { wishOf } from './receive-sms.rules.ts'

it.each([
  'STOP',
  'stop',
  ' Stop. ',
  'STOP!!!',
  '“stop”',
  'ＳＴＯＰ',
  'st\u200Bop',
  'stopall',
  'Please stop',
  'Stop calling me',
  'unsubscribe',
  'please unsubscribe me now',
  'UNSUBSCRIBE please',
  'opt out',
  'Opt-out',
  'I want to opt out of this',
  'optout',
  'CANCEL',
  'end',
  'Quit',
  'Start? No, stop',
  'Please stop texting me',
  'Can you stop sending me these',
  'Don’t text me again',
  "don't call me again please",
  'Do not contact us here',
  'Remove me from your list',
  'take my number off your list',
  'No more messages thanks',
  'unsub',
  'Leave me alone!',
  'Do not send me any more of this',
])('%j is an opt-out', (body) => {
  expect(wishOf(body)).toBe('stop')
})

it.each(['START', 'start', 'Start.', ' unstop '])('%j is a wish to hear from us again', (body) => {
  expect(wishOf(body)).toBe('start')
})

it.each([
  '',
  '👍',
  'Thanks, looks good',
  'Cancel my meeting',
  'When does it end?',
  'I will stop by tomorrow at ten',
  'Can we start next week',
  'Yes',
  'nonstop',
  'stopping',
  "Don't stop",
  'please do not stop',
  "Don't call me before ten, after is fine",
  'Do not ring me today. Tomorrow is fine',
  "Don't call me again until Friday",
  "I can't stop by today",
  'Take me to the page please',
  'Do not send it by mail, text is fine',
])('%j is for people to read', (body) => {
  expect(wishOf(body)).toBeNull()
})
