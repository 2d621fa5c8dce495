import { describe, expect, it } from 'vitest'
import { signedCallback } from '#test/doubles/twilio/state.ts'
import { ForgedCallback } from '../ports/vendors.ts'
import { signedParams } from './signature.ts'

const authToken = 'a-token'
const publicUrl = 'https://calls.example.com'
const address = `${publicUrl}/api/webhooks/twilio/status?call=7`
const fields = { CallSid: 'CA1', CallStatus: 'ringing', Note: "it's 100% + ok & ünïcode" }

function arrived(
  url = '/api/webhooks/twilio/status?call=7',
  change: { body?: string; signature?: string } = {},
) {
  const { headers, body } = signedCallback(`${address}#rc=5&rp=all`, fields, authToken)
  return {
    url,
    headers: {
      'x-twilio-signature': change.signature ?? headers['x-twilio-signature'],
      host: 'evil.example',
    },
    body: Buffer.from(change.body ?? body),
  }
}

const read = (request: Parameters<typeof signedParams>[0], own = { authToken, publicUrl }) =>
  signedParams(request, own)

describe('the signature of a callback', () => {
  // Covers: calls-twilio-5
  it('is checked on our public address, whatever the request says of its host', () => {
    expect({ ...read(arrived()) }).toEqual(fields)
  })

  it('counts with or without the standard port', () => {
    expect(read(arrived(), { authToken, publicUrl: 'https://calls.example.com:443' })).toBeTruthy()
  })

  it('is checked over values that come twice, as Twilio puts them together', async () => {
    const { getExpectedTwilioSignature } = await import('twilio/lib/webhooks/webhooks.js')
    const signature = getExpectedTwilioSignature(authToken, address, { Key: ['b', 'a', 'a'] })
    expect({ ...read(arrived(undefined, { body: 'Key=b&Key=a&Key=a', signature })) }).toEqual({ Key: 'b' })
  })

  // Covers: calls-twilio-5
  it('is wrong where anything is changed, or missing', () => {
    const { body } = arrived()
    const bad = [
      arrived('/api/webhooks/twilio/status?call=8'),
      arrived('/api/webhooks/twilio/status?call=7&x=1'),
      arrived('/api/webhooks/twilio/answer?call=7'),
      arrived(undefined, { body: `${body}&CallStatus=completed` }),
      arrived(undefined, { body: '' }),
      arrived(undefined, { signature: '' }),
      arrived(undefined, { signature: 'bm90IHRoZSBzaWduYXR1cmU=' }),
      { ...arrived(), headers: {} },
      { ...arrived(), headers: { 'x-twilio-signature': ['a', 'b'] } },
    ]
    for (const request of bad) expect(() => read(request)).toThrow(ForgedCallback)
    expect(() => read(arrived(), { authToken: 'another', publicUrl })).toThrow(ForgedCallback)
    expect(() => read(arrived(), { authToken, publicUrl: 'https://evil.example' })).toThrow(ForgedCallback)
  })

  it('takes no name of a field for more than a name', () => {
    const form = { CallSid: 'CA1', constructor: 'y' }
    const { headers, body } = signedCallback(address, form, authToken)
    const request = {
      url: '/api/webhooks/twilio/status?call=7',
      headers: { 'x-twilio-signature': headers['x-twilio-signature'] },
      body: Buffer.from(body),
    }
    expect(read(request).constructor).toBe('y')
    expect(read(request).toString).toBeUndefined()
  })
})
