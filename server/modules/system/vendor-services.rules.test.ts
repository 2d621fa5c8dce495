import { describe, expect, it } from 'vitest'
import { callsService, vendorService } from './vendor-services.rules.ts'

const calm = {
  vendor: 'twilio',
  description: 'account AC12…89',
  fault: null,
  restsUntil: null,
  forged: 0,
} as const
const soon = 'Tue 24 Nov, 10:00 am AEDT'

describe('a vendor in Settings', () => {
  it('says what it needs where it is not configured', () => {
    expect(vendorService({ ...calm, description: null, forged: 3 })).toEqual({
      name: 'Twilio',
      status: 'not_configured',
      detail: 'Twilio not configured. Check your API keys.',
      help: 'Set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.',
    })
    expect(vendorService({ ...calm, vendor: 'vapi', description: null })).toEqual({
      name: 'Vapi',
      status: 'not_configured',
      detail: 'Vapi not configured. Check your API key.',
      help: 'Set VAPI_API_KEY and VAPI_WEBHOOK_SECRET.',
    })
  })

  it('says what it goes through while all is well', () => {
    expect(vendorService(calm)).toEqual({
      name: 'Twilio',
      status: 'ok',
      detail: 'Account AC12…89.',
    })
  })

  it('says why its last request failed, and until when it is left alone', () => {
    expect(vendorService({ ...calm, fault: { message: 'Twilio does not answer.', at: soon } })).toMatchObject(
      {
        status: 'failed',
        detail: 'The last request, at Tue 24 Nov, 10:00 am AEDT, failed. Twilio does not answer.',
      },
    )
    expect(
      vendorService({ ...calm, fault: { message: 'Twilio is busy', at: soon }, restsUntil: soon }),
    ).toMatchObject({
      status: 'failed',
      detail: 'Twilio is busy. Nothing is sent to Twilio before Tue 24 Nov, 10:00 am AEDT.',
    })
  })

  // Covers: numbers-vendors-18
  it('mentions callbacks with a wrong signature, and what to check', () => {
    expect(vendorService({ ...calm, forged: 1 })).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^Account .* 1 callback in the last 7 days .* was refused; /),
      help: expect.stringContaining('PUBLIC_URL'),
    })
    const both = { ...calm, vendor: 'vapi', fault: { message: 'Down', at: soon }, forged: 2 } as const
    expect(vendorService(both)).toMatchObject({
      detail: expect.stringMatching(
        /^The last request, at .*, failed\. Down\. 2 callbacks .* were refused; /,
      ),
      help: expect.stringContaining('VAPI_WEBHOOK_SECRET'),
    })
  })
})

describe('calls in Settings', () => {
  const vapi = { provider: 'Vapi', simulated: false, configured: ['vapi'], restsUntil: null } as const

  it('name who takes them, and who takes over', () => {
    expect(callsService({ ...vapi, fallback: null })).toEqual({
      name: 'Calls',
      status: 'ok',
      detail: 'Calls go through Vapi.',
    })
    expect(callsService({ ...vapi, fallback: 'Twilio' }).detail).toBe(
      'Calls go through Vapi. Twilio takes over calls that Vapi refuses before dialling.',
    )
  })

  // Covers: numbers-vendors-18
  it('wait while their provider rests, unless another takes over', () => {
    expect(callsService({ ...vapi, fallback: null, restsUntil: soon })).toMatchObject({
      status: 'failed',
      detail:
        'Calls go through Vapi, which is paused until Tue 24 Nov, 10:00 am AEDT. Calls wait without using up an attempt.',
    })
    expect(callsService({ ...vapi, fallback: 'Twilio', restsUntil: soon }).detail).toMatch(
      /Twilio takes over/,
    )
  })

  it('are made by nobody without a provider, or without a number', () => {
    const none = { provider: null, simulated: false, fallback: null, restsUntil: null }
    expect(callsService({ ...none, configured: [] })).toMatchObject({
      status: 'not_configured',
      detail: 'No voice provider is configured; no campaign can be started.',
    })
    expect(callsService({ ...none, configured: ['twilio'] }).detail).toBe(
      'No phone numbers configured. Please add a phone number in Settings before making calls. Then press Call from this there.',
    )
  })
})
