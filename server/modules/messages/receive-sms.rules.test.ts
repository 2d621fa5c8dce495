import { expect, it } from 'vitest'
import { callWishOf, wishOf } from './receive-sms.rules.ts'

// Covers: messages-10, calls-vapi-16
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
  "Don't call me at all",
  'Do not contact me on this number',
  "don't ring me at this number again",
  'Please do not call me from now on',
  "Don't call me now or ever",
  'Do not call me at any time',
  'Do not text me after this',
  'Please do not call',
  'Wrong person, do not contact again',
  'I am on the Do Not Call Register',
  'Please stop these messages',
  'Could you please stop the calls to this phone',
  "I don't want any more calls",
  'We do not want to be contacted',
  'I do not wish to receive your messages',
  'Remove',
  'Please remove from your list',
])('%j is an opt-out', (body) => {
  expect(wishOf(body)).toBe('stop')
})

it.each(['START', 'start', 'Start.', ' unstop '])('%j is a wish to hear from us again', (body) => {
  expect(wishOf(body)).toBe('start')
})

// Covers: messages-10, calls-vapi-16
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
  "Don't call me on Mondays",
  'Do not call me this week',
  'Please don’t call me next Tuesday',
  "Don't ring me at lunch time",
  "Don't call me after five",
  'I do not want to be called before ten',
  "Don't call back, I will ring you at two",
  'I want more calls like this',
  'I do not want this call to be recorded',
  "We don't want the SMS link, mail it",
  "I can't stop by today",
  'Take me to the page please',
  'Do not send it by mail, text is fine',
])('%j is for people to read', (body) => {
  expect(wishOf(body)).toBeNull()
})

// Tue 24 Nov 2026, 11:00 am in Sydney, 8:00 am in Perth
const TUESDAY = '2026-11-24T00:00:00Z'

// Covers: messages-19
it.each([
  ['ring me tomorrow after 2', 'Australia/Sydney', TUESDAY, '2026-11-25T14:00:00+11:00'],
  ['ring me tomorrow after 2', 'Australia/Perth', TUESDAY, '2026-11-25T14:00:00+08:00'],
  ['Call me at 3.30 pm please', 'Australia/Adelaide', TUESDAY, '2026-11-24T15:30:00+10:30'],
  ['can someone call me back Thursday morning?', 'Australia/Darwin', TUESDAY, '2026-11-26T09:00:00+09:30'],
  ['give me a buzz in 20 mins', 'Australia/Brisbane', TUESDAY, '2026-11-24T10:20:00+10:00'],
  ["Don't ring before 10 tomorrow", 'Australia/Sydney', TUESDAY, '2026-11-25T10:00:00+11:00'],
  ['ring me tomorrow after 2', null, TUESDAY, '2026-11-25T14:00:00+11:00'],
  ['ring me at 3 pm Sydney time', 'Australia/Perth', TUESDAY, '2026-11-24T15:00:00+11:00'],
  // daylight saving ends on Sunday 4 April 2027
  ['ring me Monday at 9', 'Australia/Sydney', '2027-04-02T00:00:00Z', '2027-04-05T09:00:00+10:00'],
  ['ring me Monday at 10', 'Australia/Perth', '2027-04-02T00:00:00Z', '2027-04-05T10:00:00+08:00'],
  // and begins on Sunday 3 October 2027
  ['ring me Tuesday at 9', 'Australia/Hobart', '2027-09-30T00:00:00Z', '2027-10-05T09:00:00+11:00'],
])('%j in %s names its time on the clock of the sender', (body, zone, at, from) => {
  expect(callWishOf(body, { at: new Date(at), zone })).toEqual({ from: new Date(from) })
})

// Covers: messages-19
it.each([
  'Call me',
  'Can someone ring me?',
  "Don't call me at 2, call me at home",
])('%j asks for a call at no certain time', (body) => {
  expect(callWishOf(body, { at: new Date(TUESDAY), zone: 'Australia/Sydney' })).toEqual({ from: null })
})

it.each([
  'Thanks, got it',
  'You rang me yesterday at 2',
  'Meeting tomorrow at 2?',
  "I'll call you at 3",
  'STOP',
])('%j asks for no call', (body) => {
  expect(callWishOf(body, { at: new Date(TUESDAY), zone: 'Australia/Sydney' })).toBeNull()
})
