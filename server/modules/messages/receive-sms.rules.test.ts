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
])('%j is for people to read', (body) => {
  expect(wishOf(body)).toBeNull()
})
