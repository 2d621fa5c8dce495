import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  ACCOUNT_SUSPENDED,
  CALLBACK_REFUSED,
  CREDENTIALS_WRONG,
  FROM_UNKNOWN,
  GEO_FORBIDDEN,
  NUMBER_PATTERN,
  NUMBER_UNREACHABLE,
  NUMBER_UNVERIFIED,
  PROVIDER_BUSY,
  TRIAL_LIMIT,
} from '#contract/brokers/phone-messages.ts'
import { type Fault, startDouble } from '#test/doubles/double.ts'
import { TwilioAnswerError } from './answer-error.ts'
import { createTwilioClient } from './client.ts'
import { readTwilio } from './config.ts'
import { aboutRequestAlone, refusesNumber, twilioFault } from './faults.ts'

const SECRET = 'the-token-that-nobody-may-see'

function clientAt(baseUrl: string) {
  const config = readTwilio({
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000001',
    TWILIO_AUTH_TOKEN: SECRET,
    TWILIO_BASE_URL: baseUrl,
  })
  if (!config) throw new Error('it is configured')
  return createTwilioClient(config)
}

async function faultAt(baseUrl: string) {
  const client = await clientAt(baseUrl)
  const params = { to: '+61491570201', from: '+61491570202', url: 'https://a.example/' }
  try {
    await client.calls.create(params)
  } catch (error) {
    return twilioFault(error)
  }
  throw new Error('it did not fail')
}

const refused = (status: number, code: number | null, message = 'No', retryAfter: string | null = null) =>
  twilioFault(new TwilioAnswerError({ status, body: { code, message, status }, retryAfter }))

describe('what a refusal of Twilio means', () => {
  // Covers: calls-twilio-3
  it.each([
    [21201, NUMBER_PATTERN],
    [21211, NUMBER_PATTERN],
    [21217, NUMBER_PATTERN],
    [21401, NUMBER_PATTERN],
    [21421, NUMBER_PATTERN],
    [21219, NUMBER_UNVERIFIED],
    [21608, NUMBER_UNVERIFIED],
    [21404, TRIAL_LIMIT],
    [10002, TRIAL_LIMIT],
    [21215, GEO_FORBIDDEN],
    [13227, GEO_FORBIDDEN],
    [21408, GEO_FORBIDDEN],
    [21210, FROM_UNKNOWN],
    [21212, FROM_UNKNOWN],
    [21606, FROM_UNKNOWN],
    [21214, NUMBER_UNREACHABLE],
    [21205, CALLBACK_REFUSED],
    [21609, CALLBACK_REFUSED],
  ])('tells of %i what to do', (code, message) => {
    expect(refused(400, code)).toMatchObject({ kind: 'refused', code: String(code), message })
  })

  it('knows the refusals that lie in the number itself', () => {
    const about = (code: number) => refusesNumber(refused(400, code))
    expect([21201, 21211, 21214, 21216, 21217, 21401, 21421].map(about)).not.toContain(false)
    expect([21219, 21215, 21210, 21205, 20003, 20404].map(about)).not.toContain(true)
  })

  it('knows a trial account by its words, whatever the code', () => {
    const words =
      'Invalid or disallowed parameters provided - trial accounts have limited parameter access, upgrade your account'
    expect(refused(400, 21000, words).message).toBe(TRIAL_LIMIT)
    expect(refused(400, null, words).message).toBe(TRIAL_LIMIT)
  })

  it('tells a wrong key from a closed account', () => {
    expect(refused(401, 20003, 'Authenticate').message).toBe(CREDENTIALS_WRONG)
    expect(refused(401, 20003, 'Account is suspended').message).toBe(ACCOUNT_SUSPENDED)
    expect(refused(403, 20005, 'Account not active').message).toBe(ACCOUNT_SUSPENDED)
    expect(refused(401, null).message).toBe(CREDENTIALS_WRONG)
    for (const fault of [refused(401, 20003), refused(403, 20005)])
      expect(aboutRequestAlone(fault)).toBe(false)
    expect(aboutRequestAlone(refused(400, 21211))).toBe(true)
  })

  // Covers: calls-twilio-3
  it('names an unknown code, and never repeats what Twilio wrote', () => {
    const fault = refused(400, 29999, `something about ${SECRET}`)
    expect(fault.message).toContain('29999')
    expect(JSON.stringify(fault)).not.toContain(SECRET)
  })

  it('takes 429 and too many calls at once for busy, with the time that was asked for', () => {
    expect(refused(429, 20429, 'Too Many Requests', '7')).toMatchObject({
      kind: 'busy',
      message: PROVIDER_BUSY,
      retryAfterSeconds: 7,
    })
    expect(refused(400, 10004)).toMatchObject({ kind: 'busy', retryAfterSeconds: null })
  })

  it.each([408, 500, 502, 503, 504, 302])('takes %i for unclear', (status) => {
    expect(refused(status, null).kind).toBe('unclear')
  })
})

describe('a connection that fails', () => {
  // Covers: calls-twilio-4
  it.each<[Fault, string]>([
    ['busy', 'busy'],
    ['broken', 'unclear'],
    ['cut', 'unclear'],
    ['reset', 'unclear'],
  ])('with "%s" is %s', async (fault, kind) => {
    const made = { method: 'POST', path: /Calls/, answer: () => ({ status: 201, body: { sid: 'CA1' } }) }
    const double = await startDouble({ routes: [made], refuse: () => null, fault: () => fault })
    try {
      const found = await faultAt(double.url)
      expect(found.kind).toBe(kind)
      expect(found.retryAfterSeconds).toBe(fault === 'busy' ? 1 : null)
      // Sent once: a second request could be a second call.
      expect(double.seen).toHaveLength(1)
      expect(JSON.stringify(found)).not.toContain(SECRET)
    } finally {
      await double.close()
    }
  })

  // Covers: calls-twilio-4
  it('is unclear where an answer of success cannot be read, and follows no redirect', async () => {
    let answer: { status: number; headers?: Record<string, string>; body: string } = {
      status: 201,
      body: '<ok>',
    }
    const made = { method: 'POST', path: /Calls/, answer: () => answer }
    const double = await startDouble({ routes: [made], refuse: () => null })
    try {
      expect((await faultAt(double.url)).kind).toBe('unclear')
      answer = { status: 307, headers: { location: `${double.url}/Calls` }, body: '' }
      expect((await faultAt(double.url)).kind).toBe('unclear')
      expect(double.seen).toHaveLength(2)
    } finally {
      await double.close()
    }
  })

  it.each([
    [{ code: 'ECONNABORTED' }, 'unclear'],
    [{ code: 'ETIMEDOUT' }, 'unclear'],
    [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'unsent'],
    [{ code: 'ERR_BAD_RESPONSE', cause: { code: 'ECONNRESET' } }, 'unclear'],
    [{ code: 'EAI_AGAIN' }, 'unsent'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'unsent'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'unsent'],
    [{}, 'unclear'],
  ])('that ends with %j is %s', (fields, kind) => {
    const error = Object.assign(new Error(`broke at ${SECRET}`), fields)
    expect(twilioFault(error)).toMatchObject({ kind, status: null })
    expect(JSON.stringify(twilioFault(error))).not.toContain(SECRET)
  })

  // Covers: calls-twilio-4
  it('was never sent where nobody listens or nobody has the name', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number } // of a TCP server
    await new Promise((resolve) => server.close(resolve))
    expect((await faultAt(`http://127.0.0.1:${port}`)).kind).toBe('unsent')
    expect((await faultAt('https://nobody.invalid')).kind).toBe('unsent')
  })
})
