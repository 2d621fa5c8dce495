import { describe, expect, it } from 'vitest'
import { readTwilio } from './config.ts'

type Vars = Record<string, string>

const sid = (prefix: string) => prefix + '0123456789abcdef'.repeat(2)
const twilio: Vars = { TWILIO_ACCOUNT_SID: sid('AC'), TWILIO_AUTH_TOKEN: 'token-of-a-test' }
const withTwilio = (more: Vars) => readTwilio({ ...twilio, ...more })

describe('what Twilio needs', () => {
  it('is nothing where nothing is set, and empty values are none', () => {
    expect(readTwilio({})).toBeNull()
    expect(
      readTwilio({ TWILIO_ACCOUNT_SID: '', TWILIO_AUTH_TOKEN: '', TWILIO_FROM: '+61491570201' }),
    ).toBeNull()
  })

  // Covers: numbers-vendors-1
  it('is account and token; the rest has its defaults', () => {
    expect(readTwilio(twilio)).toEqual({
      accountSid: sid('AC'),
      authToken: 'token-of-a-test',
      apiKey: null,
      from: null,
      messagingServiceSid: null,
      region: null,
      addressSid: null,
      bundleSid: null,
      baseUrl: null,
      loopback: false,
      callsPerSecond: 1,
    })
  })

  // Covers: numbers-vendors-1
  it('may be more', () => {
    expect(
      withTwilio({
        TWILIO_FROM: '+61491570201',
        TWILIO_API_KEY: sid('SK'),
        TWILIO_API_SECRET: 'secret',
        TWILIO_REGION: 'au1',
        TWILIO_EDGE: 'sydney',
        TWILIO_MESSAGING_SERVICE_SID: sid('MG'),
        TWILIO_ADDRESS_SID: sid('AD'),
        TWILIO_BUNDLE_SID: sid('BU'),
        TWILIO_CALLS_PER_SECOND: '2.5',
      }),
    ).toMatchObject({
      from: '+61491570201',
      apiKey: { sid: sid('SK'), secret: 'secret' },
      region: { name: 'au1', edge: 'sydney' },
      messagingServiceSid: sid('MG'),
      addressSid: sid('AD'),
      bundleSid: sid('BU'),
      callsPerSecond: 2.5,
    })
  })

  // Covers: numbers-vendors-1
  it.each([
    [{ TWILIO_AUTH_TOKEN: '' }, /^TWILIO_AUTH_TOKEN is missing: Twilio needs both/],
    [{ TWILIO_ACCOUNT_SID: '' }, /^TWILIO_ACCOUNT_SID is missing: Twilio needs both/],
    [{ TWILIO_ACCOUNT_SID: sid('SK') }, /^TWILIO_ACCOUNT_SID is wrong: it should begin with AC/],
    [{ TWILIO_ACCOUNT_SID: 'AC12/../x' }, /^TWILIO_ACCOUNT_SID is wrong/],
    [{ TWILIO_FROM: '0491570201' }, /^TWILIO_FROM is wrong: it should be a number such as \+61491570156/],
    [{ TWILIO_FROM: '+61 491 570 201' }, /^TWILIO_FROM is wrong/],
    [{ TWILIO_API_KEY: sid('SK') }, /^TWILIO_API_SECRET is missing: it goes with TWILIO_API_KEY/],
    [{ TWILIO_API_SECRET: 'secret' }, /^TWILIO_API_KEY is missing: it goes with TWILIO_API_SECRET/],
    [
      { TWILIO_API_KEY: sid('AC'), TWILIO_API_SECRET: 'secret' },
      /^TWILIO_API_KEY is wrong: it should begin with SK/,
    ],
    [{ TWILIO_REGION: 'au1' }, /^TWILIO_EDGE is missing: it goes with TWILIO_REGION/],
    [{ TWILIO_EDGE: 'sydney' }, /^TWILIO_REGION is missing: it goes with TWILIO_EDGE/],
    [
      { TWILIO_REGION: 'au1', TWILIO_EDGE: 'sydney', TWILIO_BASE_URL: 'https://telephony.example.com' },
      /^Set TWILIO_BASE_URL, or TWILIO_REGION with TWILIO_EDGE, not both/,
    ],
    [{ TWILIO_BASE_URL: 'telephony.example.com' }, /^TWILIO_BASE_URL is wrong: it should be a URL/],
    [{ TWILIO_BASE_URL: 'ftp://telephony.example.com' }, /^TWILIO_BASE_URL is wrong/],
    [{ TWILIO_MESSAGING_SERVICE_SID: 'Brokerline' }, /^TWILIO_MESSAGING_SERVICE_SID is wrong.*begin with MG/],
    [{ TWILIO_ADDRESS_SID: sid('BU') }, /^TWILIO_ADDRESS_SID is wrong: it should begin with AD/],
    [{ TWILIO_BUNDLE_SID: sid('AD') }, /^TWILIO_BUNDLE_SID is wrong: it should begin with BU/],
    [{ TWILIO_CALLS_PER_SECOND: '0' }, /^TWILIO_CALLS_PER_SECOND is wrong: it should be a number from 0\.1/],
    [{ TWILIO_CALLS_PER_SECOND: 'fast' }, /^TWILIO_CALLS_PER_SECOND is wrong/],
  ] satisfies [Vars, RegExp][])('is told in one line where it is wrong: %j', (vars, line) => {
    expect(() => withTwilio(vars)).toThrow(line)
  })

  // Covers: numbers-vendors-1
  it('never repeats what may be a secret in the wrong place', () => {
    expect(() => withTwilio({ TWILIO_ACCOUNT_SID: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
    expect(() => withTwilio({ TWILIO_API_KEY: 'hunter2', TWILIO_API_SECRET: 'x' })).toThrow(/^(?!.*hunter2)/)
    expect(() => withTwilio({ TWILIO_BASE_URL: 'x://user:hunter2@h' })).toThrow(/^(?!.*hunter2)/)
  })
})
