import { createHmac } from 'node:crypto'
import { VapiError, VapiTimeoutError } from '@vapi-ai/server-sdk'
import { describe, expect, it } from 'vitest'
import {
  ACCOUNT_SUSPENDED,
  CREDENTIALS_WRONG,
  CREDIT_USED_UP,
  FROM_UNKNOWN,
  NUMBER_PATTERN,
  NUMBER_UNVERIFIED,
  TRIAL_LIMIT,
} from '#contract/brokers/phone-messages.ts'
import { callbackUrl, rebasedAddress } from './addresses.ts'
import { isAuthentic } from './authentic.ts'
import { messageForReason, vapiFault } from './faults.ts'

const said = (statusCode: number, message: string | string[]) =>
  vapiFault(new VapiError({ statusCode, body: { message, error: 'Bad Request', statusCode } }))
const network = (code: string) =>
  vapiFault(
    new VapiError({ cause: new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }) }),
  )

describe('what Vapi refuses', () => {
  // Covers: calls-vapi-12
  it.each([
    [400, ['customer.number must be a valid phone number in the E.164 format.'], 'number', NUMBER_PATTERN],
    [400, "Couldn't Find Phone Number ID 11111111.", 'phone_number', FROM_UNKNOWN],
    [400, ['phoneNumberId must be a UUID'], 'phone_number', FROM_UNKNOWN],
    [401, 'Invalid Key. Hot tip, you may be using the public key.', 'key', CREDENTIALS_WRONG],
    [403, 'Forbidden', 'key', CREDENTIALS_WRONG],
    [403, 'This organisation is suspended.', 'suspended', ACCOUNT_SUSPENDED],
    [402, 'Wallet Balance is -0.2.', 'credits', CREDIT_USED_UP],
    [400, 'Insufficient credits to make a call.', 'credits', CREDIT_USED_UP],
    [
      400,
      'The number is unverified. Trial accounts call verified numbers only.',
      'unverified',
      NUMBER_UNVERIFIED,
    ],
    [400, 'Not on a trial account', 'trial', TRIAL_LIMIT],
  ] as const)('%i with %j is said as %s', (status, message, code, sentence) => {
    expect(said(status, message as string | string[])).toMatchObject({
      kind: 'refused',
      code,
      message: sentence,
    })
  })

  // Covers: calls-vapi-12
  it('of its own numbers says that they reach no Australian phone', () => {
    expect(said(400, 'Free Vapi numbers do not support international calls.')).toMatchObject({
      kind: 'refused',
      code: 'international',
      message: expect.stringMatching(/Import an Australian number/),
    })
    expect(said(400, 'Numbers Bought On Vapi Have A Daily Outbound Call Limit.').code).toBe('daily_limit')
  })

  it('because too many calls go on, or by a limit of requests, is for now only', () => {
    expect(said(400, 'Over Concurrency Limit.')).toMatchObject({ kind: 'busy', retryAfterSeconds: 5 })
    const headers = new Headers({ 'retry-after': '7' })
    const limited = new VapiError({ statusCode: 429, rawResponse: { headers } as never }) // all that is read of it
    expect(vapiFault(limited)).toMatchObject({ kind: 'busy', status: 429, retryAfterSeconds: 7 })
  })

  // Covers: calls-vapi-12
  it('goes on in our own words only', () => {
    const odd = said(400, 'secret-word is wrong')
    expect(JSON.stringify(odd)).not.toContain('secret-word')
    expect(odd).toMatchObject({ kind: 'refused', message: 'Vapi refused the request.' })
  })
})

describe('an answer of Vapi that does not come', () => {
  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EHOSTUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
  ])('for %s: nothing was sent', (code) => {
    expect(network(code).kind).toBe('unsent')
  })
  it.each([
    'ECONNRESET',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'EPIPE',
    '',
  ])('for %j: it may have been done', (code) => {
    expect(network(code).kind).toBe('unclear')
  })
  it.each([500, 502, 503, 408, 302, 200])('with status %i: it may have been done', (status) => {
    expect(said(status, 'Internal Server Error').kind).toBe('unclear')
  })
  it('in time, or as anything else: it may have been done', () => {
    expect(vapiFault(new VapiTimeoutError('Timeout exceeded')).kind).toBe('unclear')
    expect(vapiFault('?').kind).toBe('unclear')
  })
})

it('finds the sentence for a reason that a call ended with', () => {
  expect(messageForReason('call.start.error-vapi-number-international')?.code).toBe('international')
  expect(messageForReason('call.start.error-subscription-concurrency-limit-reached')?.code).toBe(
    'concurrency',
  )
  expect(messageForReason('customer-ended-call')).toBeNull()
})

describe('a callback', () => {
  const now = new Date('2026-11-24T01:00:00Z')
  const secret = 'a-secret-of-some-length'
  const body = Buffer.from('{"message":{}}')
  const signature = (timestamp: string) =>
    createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
  const given = (headers: Record<string, string>) =>
    isAuthentic({ url: '/api/webhooks/vapi', headers, body }, secret, now)
  const at = String(now.getTime() / 1000)

  // Covers: calls-vapi-8
  it('proves that it is from Vapi by the secret, as a header, bearer token or signature', () => {
    expect(given({ 'x-vapi-secret': secret })).toBe(true)
    expect(given({ authorization: `Bearer ${secret}` })).toBe(true)
    expect(given({ 'x-signature': signature(at), 'x-timestamp': at })).toBe(true)
    expect(given({ 'x-signature': `sha256=${signature(at).toUpperCase()}`, 'x-timestamp': at })).toBe(true)
    const iso = now.toISOString()
    expect(given({ 'x-signature': signature(iso), 'x-timestamp': iso })).toBe(true)
  })

  it.each([
    {},
    { 'x-vapi-secret': '' },
    { 'x-vapi-secret': 'a-secret-of-some-lengtH' },
    { authorization: secret },
    { authorization: 'Bearer ' },
    { 'x-signature': 'ab', 'x-timestamp': String(now.getTime()) },
    { 'x-signature': '', 'x-timestamp': '' },
  ])('with %j proves nothing', (headers) => {
    expect(given(headers as Record<string, string>)).toBe(false)
  })

  // Covers: calls-vapi-8
  it('that is signed for another body, without a time, or six minutes ago proves nothing', () => {
    const old = String(now.getTime() - 6 * 60_000)
    expect(given({ 'x-signature': signature(old), 'x-timestamp': old })).toBe(false)
    expect(given({ 'x-signature': signature('') })).toBe(false)
    const other = createHmac('sha256', secret).update(`${at}.other`).digest('hex')
    expect(given({ 'x-signature': other, 'x-timestamp': at })).toBe(false)
  })
})

describe('an address that Vapi names', () => {
  const config = (baseUrl: string | null, loopback = false) =>
    ({ baseUrl, loopback }) as Parameters<typeof rebasedAddress>[0] // nothing else of it is read

  // Covers: calls-vapi-10
  it('is asked at the base, with its path and query, where it is one of Vapi’s own', () => {
    expect(rebasedAddress(config('https://proxy.example/vapi'), 'https://storage.vapi.ai/a/b.mp3?s=1')).toBe(
      'https://proxy.example/vapi/a/b.mp3?s=1',
    )
    expect(rebasedAddress(config('https://proxy.example'), 'https://files.example/b.mp3')).toBe(
      'https://files.example/b.mp3',
    )
  })

  // Covers: calls-vapi-10
  it('does not leave this machine with a double on it', () => {
    const double = config('http://127.0.0.1:4010', true)
    expect(rebasedAddress(double, 'https://files.example/b.mp3')).toBe('http://127.0.0.1:4010/b.mp3')
    expect(rebasedAddress(double, 'http://127.0.0.1:4011/b.mp3')).toBe('http://127.0.0.1:4011/b.mp3')
    expect(rebasedAddress(double, '/b.mp3')).toBe('http://127.0.0.1:4010/b.mp3')
  })

  it('is not asked where it is not encrypted, or no web address', () => {
    expect(() => rebasedAddress(config(null), 'http://169.254.169.254/latest')).toThrow('not encrypted')
    expect(() => rebasedAddress(config(null), 'file:///etc/passwd')).toThrow('not encrypted')
  })
})

it('gives Vapi an address for each call', () => {
  expect(callbackUrl('https://calls.example', { call: '12' })).toBe(
    'https://calls.example/api/webhooks/vapi?call=12',
  )
})
