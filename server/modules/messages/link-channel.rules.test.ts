import { expect, it } from 'vitest'
import { linkChannel } from './link-channel.rules.ts'

const MOBILE = '+61491570156'
const FIXED = '+61255501234'
const EMAIL = 'petra@example.com'
const both = { sms: true, email: true }

it.each([
  [MOBILE, EMAIL, both, 'sms'],
  [MOBILE, null, both, 'sms'],
  [FIXED, EMAIL, both, 'email'],
  ['+611800160401', EMAIL, both, 'email'],
  [FIXED, null, both, null],
  [FIXED, '', both, null],
  [FIXED, 'not an address', both, null],
  [null, EMAIL, both, 'email'],
  [null, null, both, null],
  // a channel that can send now precedes one that would wait
  [MOBILE, EMAIL, { sms: false, email: true }, 'email'],
  [MOBILE, null, { sms: false, email: true }, 'sms'],
  [MOBILE, EMAIL, { sms: false, email: false }, 'sms'],
  [FIXED, EMAIL, { sms: true, email: false }, 'email'],
] as const)('who has %s and %j is reached, with %j, by %s', (phone, email, providers, channel) => {
  expect(linkChannel({ phone, email }, providers)).toBe(channel)
})
