import { describe, expect, it } from 'vitest'
import { readVapi } from './config.ts'

type Vars = Record<string, string>

const vapi: Vars = { VAPI_API_KEY: 'key-of-a-test', VAPI_WEBHOOK_SECRET: 'secret-of-a-test' }
const withVapi = (more: Vars) => readVapi({ ...vapi, ...more })

describe('the configuration of Vapi', () => {
  it('is empty where no variable is set', () => {
    expect(readVapi({})).toBeNull()
    expect(readVapi({ VAPI_WEBHOOK_SECRET: 'secret-of-a-test' })).toBeNull()
  })

  // Covers: numbers-vendors-1
  it('needs a key and a secret; the rest has its defaults', () => {
    expect(readVapi(vapi)).toEqual({
      apiKey: 'key-of-a-test',
      publicKey: null,
      phoneNumberId: null,
      webhookSecret: 'secret-of-a-test',
      baseUrl: null,
      loopback: false,
      callsPerSecond: 1,
    })
  })

  // Covers: numbers-vendors-1
  it('may have more variables', () => {
    const id = '7c1b3c0e-52a1-4c0b-9a8e-0f5f2f3c1d2e'
    expect(withVapi({ VAPI_PHONE_NUMBER_ID: id, VAPI_CALLS_PER_SECOND: '10' })).toMatchObject({
      phoneNumberId: id,
      callsPerSecond: 10,
    })
  })

  // Covers: numbers-vendors-1
  it.each([
    [{ VAPI_WEBHOOK_SECRET: '' }, /^VAPI_WEBHOOK_SECRET is missing: .* at least 8 characters/],
    [{ VAPI_WEBHOOK_SECRET: 'short' }, /^VAPI_WEBHOOK_SECRET is wrong(?!.*short)/],
    [{ VAPI_PHONE_NUMBER_ID: '+61 491 570 201' }, /^VAPI_PHONE_NUMBER_ID is wrong: .*id in Vapi, a UUID/],
    [{ VAPI_BASE_URL: 'api.vapi.example' }, /^VAPI_BASE_URL is wrong: it should be a URL/],
    [{ VAPI_CALLS_PER_SECOND: '-1' }, /^VAPI_CALLS_PER_SECOND is wrong/],
    [{ VAPI_CALLS_PER_SECOND: '1001' }, /^VAPI_CALLS_PER_SECOND is wrong/],
  ] satisfies [Vars, RegExp][])('is refused with one line where it is wrong: %j', (vars, line) => {
    expect(() => withVapi(vars)).toThrow(line)
  })
})
