import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CheckResult } from '#contract/calls/telephony.ts'
import { startTwilioDouble, type TwilioDouble } from '#test/doubles/twilio/twilio.ts'
import { createTwilioClient } from '../client.ts'
import { readTwilio } from '../config.ts'
import { ourAddresses } from '../numbers/connection.ts'
import type { TwilioParts } from '../parts.ts'
import { checkTwilio } from './checks.ts'

const ACCOUNT = `AC${'0123456789abcdef'.repeat(2)}`
const KEY = `SK${'0123456789abcdef'.repeat(2)}`
const SERVICE = `MG${'0123456789abcdef'.repeat(2)}`
const TOKEN = 'token-of-a-test'
const FROM = '+61491570601'
const OURS = 'https://calls.example.com'

let twilio: TwilioDouble
let logged: unknown[]
let heard: string[]

beforeAll(async () => {
  const apiKey = { sid: KEY, secret: 'secret-of-a-key' }
  twilio = await startTwilioDouble({ accountSid: ACCOUNT, authToken: TOKEN, apiKey })
})
afterAll(() => twilio.close())
beforeEach(() => {
  const { numbers } = twilio
  numbers.account = { status: 'active', type: 'Full' }
  numbers.callsToAustralia = true
  for (const list of [numbers.numbers, numbers.messagingServices, numbers.callerIds]) list.length = 0
  const { voiceUrl, smsUrl } = ourAddresses(OURS)
  numbers.rent({ phoneNumber: FROM, voiceUrl, smsUrl })
  twilio.setFault(undefined)
  twilio.seen.length = 0
  logged = []
  heard = []
})

async function check(
  env: Record<string, string> = {},
  more: Partial<TwilioParts> = {},
): Promise<CheckResult[]> {
  const config = readTwilio({
    TWILIO_ACCOUNT_SID: ACCOUNT,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_BASE_URL: twilio.url,
    TWILIO_FROM: FROM,
    ...env,
  })
  if (!config) throw new Error('it is configured')
  const breaker: TwilioParts['breaker'] = {
    restsUntil: async () => null,
    enter: async () => ({ until: new Date(), reason: 'It rests.' }),
    succeeded: async () => void heard.push('succeeded'),
    failed: async ({ kind }) => void heard.push(kind),
  }
  const log = { error: (what: unknown) => void logged.push(what) }
  const client = await createTwilioClient(config)
  // the checks use no more of them
  const parts = {
    config,
    breaker,
    client,
    publicUrl: OURS,
    refreshNumber: async () => undefined,
    now: () => new Date(),
    log,
    ...more,
  }
  const results = await checkTwilio(parts as unknown as TwilioParts) // as above
  for (const { detail } of results) expect(detail).toMatch(/[.]$/)
  expect(JSON.stringify(results)).not.toMatch(/token-of-a-test|secret-of-a-key|hunter2/)
  return results
}
const named = async (name: string, ...args: Parameters<typeof check>) =>
  (await check(...args)).find((result) => result.name === name)

const apiKey = { TWILIO_API_KEY: KEY, TWILIO_API_SECRET: 'secret-of-a-key' }

describe("Twilio's connection test", () => {
  // Covers: numbers-vendors-15
  it('goes through all that a call needs, changes nothing, and ends the rest of a Twilio that answers', async () => {
    expect((await check()).map(({ name, status }) => [name, status])).toEqual([
      ['Account and key', 'ok'],
      ['Number', 'ok'],
      ['Webhook signatures', 'ok'],
      ['Calls to Australia', 'ok'],
      ['Messaging service', 'skipped'],
      ['Calls to the number', 'ok'],
      ['Public address', 'ok'],
    ])
    expect(twilio.seen.every(({ method }) => method === 'GET')).toBe(true)
    expect(new Set(heard)).toEqual(new Set(['succeeded']))
    expect(logged).toEqual([])
  })

  // Covers: numbers-vendors-15
  it('stops at a key that is not accepted', async () => {
    const results = await check({ TWILIO_AUTH_TOKEN: 'hunter2-is-wrong' })
    expect(results[0]).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('does not accept our key'),
    })
    expect(results.slice(1).map(({ status }) => status)).toEqual([...Array(5).fill('skipped'), 'ok'])
    expect(twilio.seen).toHaveLength(1)
  })

  // Covers: numbers-vendors-15
  it.each([
    [{ status: 'active', type: 'Trial' }, 'warning', /calls verified numbers only/],
    [{ status: 'suspended', type: 'Full' }, 'failed', /suspended or closed/],
    [{ status: 'closed', type: 'Full' }, 'failed', /suspended or closed/],
  ] as const)('tells of an account that is %j', async (account, status, detail) => {
    twilio.numbers.account = { ...account }
    expect(await named('Account and key')).toMatchObject({ status, detail: expect.stringMatching(detail) })
  })

  // Covers: numbers-vendors-15
  it.each(['busy', 'broken', 'cut', 'reset'] as const)('never throws where Twilio is %s', async (fault) => {
    twilio.setFault(() => fault)
    expect((await check())[0]).toMatchObject({ name: 'Account and key', status: 'failed' })
    twilio.setFault(({ path }) => (path.endsWith(`${ACCOUNT}.json`) ? undefined : fault))
    const results = await check({ TWILIO_MESSAGING_SERVICE_SID: SERVICE })
    expect(results.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual([
      'Number',
      'Calls to Australia',
      'Messaging service',
    ])
  })

  // Covers: numbers-vendors-15
  it('never throws where our own database is gone, and keeps that to the log', async () => {
    const gone = async (): Promise<never> => {
      throw new Error('connect ECONNREFUSED hunter2')
    }
    const breaker = { restsUntil: gone, enter: gone, succeeded: gone, failed: gone }
    expect((await check({}, { breaker }))[0]).toMatchObject({ status: 'failed' })
    expect(logged).not.toEqual([])
  })

  // Covers: numbers-vendors-15
  it('accepts an API key that may not read the account, and tries the token that signs', async () => {
    const results = await check(apiKey)
    expect(results[0]?.detail).toContain('cannot show whether the account is a trial')
    expect(results).toMatchObject([{ status: 'ok' }, { status: 'ok' }, { status: 'ok' }, {}, {}, {}, {}])
    expect(
      await named('Webhook signatures', { ...apiKey, TWILIO_AUTH_TOKEN: 'hunter2-is-a-key' }),
    ).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining("an API key's secret does not work"),
    })
  })

  // Covers: numbers-vendors-15
  it('knows the secondary token, with which nothing is signed', async () => {
    twilio.numbers.primaryToken = 'another-token'
    const secondary = { status: 'failed', detail: expect.stringContaining("account's secondary token") }
    expect(await named('Webhook signatures')).toMatchObject(secondary)
    expect(await named('Webhook signatures', apiKey)).toMatchObject(secondary)
    twilio.numbers.primaryToken = TOKEN
  })

  // Covers: numbers-vendors-15
  it('says what is wrong with the number', async () => {
    const number = async (env: Record<string, string> = {}) => named('Number', env)
    expect(await number({ TWILIO_FROM: '' })).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/^No phone numbers configured\. .* Then press Call from this\.$/),
    })
    expect(await number({ TWILIO_FROM: '+61491570699' })).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('is not a number of this account'),
    })
    twilio.numbers.callerIds.push('+61491570699')
    expect(await number({ TWILIO_FROM: '+61491570699' })).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('is verified for calling'),
    })
    const [own] = twilio.numbers.numbers
    Object.assign(own ?? {}, { sms: false })
    expect(await number()).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('cannot send SMS'),
    })
    expect(await number({ TWILIO_MESSAGING_SERVICE_SID: SERVICE })).toMatchObject({ status: 'ok' })
    Object.assign(own ?? {}, { voice: false })
    expect(await number()).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('cannot make calls'),
    })
  })

  // Covers: numbers-vendors-15
  it('says where people get who call the number back', async () => {
    const [own] = twilio.numbers.numbers
    Object.assign(own ?? {}, { voiceUrl: 'https://other.example.com' })
    expect(await named('Calls to the number')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('Press Connect'),
    })
    Object.assign(own ?? {}, { voiceUrl: 'https://api.vapi.ai/twilio/inbound_call' })
    expect(await named('Calls to the number')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('Vapi'),
    })
    expect(await named('Calls to the number', { TWILIO_FROM: '' })).toMatchObject({ status: 'skipped' })
  })

  // Covers: numbers-vendors-15
  it.each([
    [true, 'ok', /may call Australian numbers/],
    [false, 'failed', /Enable Australia under geographic permissions/],
    [null, 'skipped', /under Voice, Geo permissions/],
  ] as const)('sees whether Australia may be called: %s', async (allowed, status, detail) => {
    twilio.numbers.callsToAustralia = allowed
    expect(await named('Calls to Australia')).toMatchObject({ status, detail: expect.stringMatching(detail) })
  })

  // Covers: numbers-vendors-15
  it('looks into the messaging service', async () => {
    const service = { sid: SERVICE, numbers: [] as string[], inboundOnNumber: false }
    const env = { TWILIO_MESSAGING_SERVICE_SID: SERVICE }
    const found = async () => named('Messaging service', env)
    expect(await found()).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('no messaging service'),
    })
    twilio.numbers.messagingServices.push(service)
    expect(await found()).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('has no sender'),
    })
    service.numbers.push('+61491570602')
    expect(await found()).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('A STOP reply'),
    })
    service.inboundOnNumber = true
    expect(await found()).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('a different number'),
    })
    service.numbers.push(FROM)
    expect(await found()).toMatchObject({ status: 'ok' })
  })

  // Covers: numbers-vendors-15
  it('knows an address that Twilio cannot reach', async () => {
    const config = readTwilio({ TWILIO_ACCOUNT_SID: ACCOUNT, TWILIO_AUTH_TOKEN: TOKEN, TWILIO_FROM: FROM })
    // Twilio's own address, but the client connects to the double.
    const results = await check({}, { config: config ?? undefined, publicUrl: 'http://calls.example.com' })
    expect(results.at(-1)).toMatchObject({
      ...{ name: 'Public address', status: 'failed' },
      detail: expect.stringContaining('begins with https://'),
    })
  })
})
