import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type IssuerDouble, startIssuer, strangeKey } from '#test/doubles/issuer-double.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'
import { comeBack, REDIRECT_URI, setUpSignOn, signOnAt, toIssuer } from '#test/worlds/sign-on.ts'

const KEYS = '/jwks'
const OPEN = '/'
const REFUSED = '/?sso=untrusted'

let app: TestApp
let issuer: IssuerDouble
beforeAll(async () => {
  issuer = await startIssuer(REDIRECT_URI)
  app = await createTestApp()
  await setUpSignOn(await staffClient(app, 'admin'), issuer)
})
afterAll(async () => {
  await app?.close()
  await issuer?.close()
})

let count = 0
beforeEach(() => {
  const sub = `employee-${++count}`
  issuer.employee = {
    sub,
    email: `${sub}@bank.example`,
    email_verified: true,
    groups: ['brokerline-lenders'],
  }
})
afterEach(() => {
  issuer.change = null
  issuer.faults.clear()
  vi.useRealTimers()
})

const sessions = async () =>
  Number(
    (
      await app.connection.db
        .selectFrom('sessions')
        .select((of) => of.fn.countAll().as('all'))
        .executeTakeFirstOrThrow()
    ).all,
  )
const outcome = async () => (await signOnAt(app)).headers.location
/** The answer to an ID token whose claims were changed, and whether it opened a session. */
const withClaims = async (changes: Record<string, unknown>) => {
  issuer.change = (claims) => void Object.assign(claims, changes)
  return outcome()
}
const seconds = () => Math.floor(Date.now() / 1000)
const later = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })

// Covers: sign-sessions-24
describe('refused without a session', () => {
  let before: number
  beforeEach(async () => {
    before = await sessions()
  })
  afterEach(async () => {
    expect(await sessions()).toBe(before)
  })

  it.each([
    ['a token for another client', () => ({ aud: 'another-client' })],
    [
      'a token for several clients whose authorised party is another',
      () => ({ aud: ['brokerline', 'another'], azp: 'another' }),
    ],
    ['a token of another issuer', () => ({ iss: 'https://login.attacker.example' })],
    ['a token with the nonce of another sign-in', () => ({ nonce: 'a'.repeat(32) })],
    ['a token without a nonce', () => ({ nonce: undefined })],
    ['a token that has expired 90 seconds ago', () => ({ exp: seconds() - 90 })],
    ['a token issued 90 seconds in the future', () => ({ iat: seconds() + 90 })],
    ['a token issued an hour ago', () => ({ iat: seconds() - 3600 })],
    ['a token without a subject', () => ({ sub: undefined })],
  ])('%s', async (_what, changes) => {
    expect(await withClaims(changes())).toBe(REFUSED)
  })

  it('a token signed by a key that the issuer does not publish, under its own name or a known one', async () => {
    const strange = strangeKey()
    issuer.change = () => strange
    expect(await outcome()).toBe(REFUSED)
    issuer.change = () => ({ ...strange, kid: 'key-0' })
    expect(await outcome()).toBe(REFUSED)
  })

  it('a state that is unknown, of another browser, or missing', async () => {
    const journey = await toIssuer(app)
    const other = await toIssuer(app)
    const unknown = new URL(journey.back)
    unknown.searchParams.set('state', 'a'.repeat(32))
    expect((await comeBack(app, { ...journey, back: unknown })).headers.location).toBe('/?sso=expired')
    expect((await comeBack(app, { ...journey, cookie: other.cookie })).headers.location).toBe('/?sso=expired')
    expect((await comeBack(app, { ...journey, cookie: '' })).headers.location).toBe('/?sso=expired')
    unknown.searchParams.delete('state')
    expect((await comeBack(app, { ...journey, back: unknown })).headers.location).toBe('/?sso=expired')
  })

  it('an answer that names another issuer, or none', async () => {
    const journey = await toIssuer(app)
    const mixedUp = new URL(journey.back)
    mixedUp.searchParams.set('iss', 'https://login.attacker.example')
    expect((await comeBack(app, { ...journey, back: mixedUp })).headers.location).toBe(REFUSED)
    mixedUp.searchParams.delete('iss')
    expect((await comeBack(app, { ...journey, back: mixedUp })).headers.location).toBe(REFUSED)
  })

  it('a code of another sign-in, whose PKCE verifier this browser does not have', async () => {
    const victim = await toIssuer(app)
    const attacker = await toIssuer(app)
    const injected = new URL(attacker.back)
    injected.searchParams.set('code', victim.back.searchParams.get('code') ?? '')
    expect((await comeBack(app, { ...attacker, back: injected })).headers.location).toBe(REFUSED)
  })

  it('a sign-in that took longer than ten minutes', async () => {
    const journey = await toIssuer(app)
    later(11 * 60_000)
    expect((await comeBack(app, journey)).headers.location).toBe('/?sso=expired')
  })
})

it('a state opens one session, and none when it is sent again', async () => {
  const journey = await toIssuer(app)
  expect((await comeBack(app, journey)).headers.location).toBe(OPEN)
  const before = await sessions()
  expect((await comeBack(app, journey)).headers.location).toBe('/?sso=expired')
  expect(await sessions()).toBe(before)
})

it.each([
  ['50 seconds ahead', () => ({ iat: seconds() + 50, exp: seconds() + 300 })],
  ['50 seconds behind', () => ({ iat: seconds() - 400, exp: seconds() - 50 })],
])('a clock of the issuer that is %s is allowed for', async (_what, claims) => {
  expect(await withClaims(claims())).toBe(OPEN)
})

it('reads the keys again for a key that it does not know, and not more often than every 30 seconds', async () => {
  expect(await outcome()).toBe(OPEN)
  issuer.rotateKey()
  later(31_000)
  expect(await outcome()).toBe(OPEN)
  const strange = strangeKey()
  issuer.change = () => strange
  const reads = () => issuer.seen.filter((path) => path === KEYS).length
  const before = reads()
  for (let tries = 0; tries < 3; tries++) expect(await outcome()).toBe(REFUSED)
  expect(reads()).toBe(before)
})
