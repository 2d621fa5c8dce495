import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { readVendor } from './vendor.ts'

type Vars = Record<string, string>

const twilio: Vars = {
  TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
  TWILIO_AUTH_TOKEN: 'token-of-a-test',
}
const vapi: Vars = { VAPI_API_KEY: 'key-of-a-test', VAPI_WEBHOOK_SECRET: 'secret-of-a-test' }

describe('the address of a vendor', () => {
  // Covers: numbers-vendors-2
  it.each([
    ['https://telephony.example.com/', 'https://telephony.example.com', false],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010', true],
    ['http://localhost:4010/vendor//', 'http://localhost:4010/vendor', true],
    ['http://[::1]:4010', 'http://[::1]:4010', true],
    ['https://127.0.0.1.example.com', 'https://127.0.0.1.example.com', false],
  ])('%s: without a slash at the end, and on this machine or not', (text, baseUrl, loopback) => {
    expect(readVendor({ ACME_BASE_URL: text }, 'ACME')).toMatchObject({ baseUrl, loopback })
  })
})

describe('VOICE_PROVIDER', () => {
  const read = (vars: Vars) => readConfig(vars, '1.0.0')

  // Covers: numbers-vendors-1
  it('names only a vendor that is configured', () => {
    expect(() => read({ VOICE_PROVIDER: 'twilio' })).toThrow(
      /^VOICE_PROVIDER=twilio needs TWILIO_ACCOUNT_SID/,
    )
    expect(() => read({ VOICE_PROVIDER: 'vapi', ...twilio })).toThrow(
      /^VOICE_PROVIDER=vapi needs VAPI_API_KEY/,
    )
    expect(read({ VOICE_PROVIDER: 'twilio', ...twilio })).toMatchObject({
      voiceProvider: 'twilio',
      vendors: { vapi: null },
    })
    expect(read({ VOICE_PROVIDER: 'vapi', ...vapi })).toMatchObject({
      voiceProvider: 'vapi',
      vendors: { twilio: null },
    })
    expect(() => read({ VOICE_PROVIDER: 'semaphore' })).toThrow(
      /^VOICE_PROVIDER is wrong: it should be one of auto, vapi, twilio, simulator, not "semaphore"/,
    )
    expect(read({ ...twilio, ...vapi })).toMatchObject({ voiceProvider: 'auto' })
  })
})
