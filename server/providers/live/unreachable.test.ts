import { describe, expect, it } from 'vitest'
import type { DialRequest } from '../ports/voice.ts'
import { readTwilio } from '../twilio/config.ts'
import type { TwilioParts } from '../twilio/parts.ts'
import { createTwilioVoice } from '../twilio/voice/voice.ts'
import { readVapi } from '../vapi/config.ts'
import type { VapiParts } from '../vapi/parts.ts'
import { createVapiVoice } from '../vapi/voice/voice.ts'

const twilio = readTwilio({
  TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
  TWILIO_AUTH_TOKEN: 'token-of-a-test',
  TWILIO_FROM: '+61491570601',
})
const vapi = readVapi({
  VAPI_API_KEY: 'key-of-a-test',
  VAPI_WEBHOOK_SECRET: 'secret-of-a-test',
  VAPI_PHONE_NUMBER_ID: 'number-of-a-test',
})
// Only these parts exist: a use of any other, such as the vendor or the database, throws.
const parts = {
  publicUrl: 'http://localhost:3000',
  hooks: { isFictitious: () => false },
  refreshNumber: async () => undefined,
}
const request = { callId: 1, to: '+61491570201' } as DialRequest // no other fields are read

describe('a vendor that could not tell us of the call', () => {
  // Covers: numbers-vendors-17
  it.each([
    ['Twilio', createTwilioVoice({ ...parts, config: twilio } as unknown as TwilioParts)], // as above
    ['Vapi', createVapiVoice({ ...parts, config: vapi } as unknown as VapiParts)], // as above
  ])('is not asked to dial: %s', async (_name, voice) => {
    expect(await voice.dial(request)).toEqual({
      kind: 'refused',
      outcome: 'provider_fault',
      message: expect.stringMatching(
        /^PUBLIC_URL is http:\/\/localhost:3000, which only this network reaches/,
      ),
    })
  })
})
