import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOT_VERIFIED } from '#contract/accounts/broker-accounts.ts'
import { CANNOT_BE_STORED } from '#server/platform/http/body-text.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addPortalBroker, brokerClient, portalToken, withToken } from '#test/worlds/broker-client.ts'
import { PASSWORD, signedIn, visitor } from '#test/worlds/client.ts'
import { addStaff, nineFailures } from '#test/worlds/sign-in.ts'
import { OF_ACCOUNT_FROM_NETWORK } from './sign-in-limits.rules.ts'

let app: TestApp
let clock = new Date('2026-11-24T00:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'on' }, now: () => clock })
})
afterAll(() => app.close())

let network = 0
/** A separate network per test, since failures are counted by network. */
const freshIp = (): string => `198.51.${++network}.7`
const signIn = (email: string, password = PASSWORD, remoteAddress = '203.0.113.7') =>
  visitor(app).send('POST', '/api/broker/login', { email, password }, { remoteAddress })
const audited = async (email: string) =>
  (
    await app.connection.db
      .selectFrom('auditLog')
      .select(['action', 'actor', 'after'])
      .orderBy('id')
      .execute()
  )
    .filter(({ actor, after }) => actor === email || JSON.stringify(after ?? '').includes(`"${email}"`))
    .map(({ action }) => action)

async function waiting(email: string, expiresAt = new Date(clock.getTime() + 3_600_000)): Promise<void> {
  const passwordHash = await app.providers.portalSignIn.hashPassword(PASSWORD)
  await app.connection.db
    .insertInto('brokerRegistrations')
    .values({ email, passwordHash, name: 'Wanda Wait', phone: '+61491570156', expiresAt })
    .execute()
}

describe('signing in to the portal', () => {
  // Covers: sign-sessions-14
  it('answers a bearer token and the broker, and sets no cookie', async () => {
    const { email, brokerId } = await addPortalBroker(app, { name: 'Ann Quay' })
    const answer = await signIn(email.toUpperCase())
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-cookie']).toBeUndefined()
    const { token, broker } = answer.json()
    expect(broker).toMatchObject({
      id: brokerId,
      name: 'Ann Quay',
      email,
      twoFactorEnabled: false,
      staff: false,
    })
    expect((await withToken(app, token).get('/api/broker/profile')).json()).toEqual(broker)
    expect(await audited(email)).toEqual(['sign_in.succeeded'])
  })

  // Covers: sign-sessions-14
  it('answers the same for a wrong password, an unknown address, a disabled broker and staff', async () => {
    const wrong = await addPortalBroker(app)
    const disabled = await addPortalBroker(app)
    await app.connection.db
      .updateTable('users')
      .set({ disabledAt: clock })
      .where('id', '=', disabled.userId)
      .execute()
    await addStaff(app, 'only-staff@staff.example')
    const answers = await Promise.all([
      signIn(wrong.email, 'wrong-Horse-1'),
      signIn('unknown@example.com'),
      signIn(disabled.email),
      signIn('only-staff@staff.example'),
    ])
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect({ ...answer.json(), requestId: '' }).toEqual({
        code: 'not_signed_in',
        message: 'Invalid credentials',
        requestId: '',
      })
    }
    const open = await app.connection.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', 'in', [wrong.userId, disabled.userId])
      .execute()
    expect(open).toEqual([])
  })

  // Covers: sign-sessions-14
  it('tells whoever knows the password of a registration to open its mail, and nobody else', async () => {
    await waiting('wanda@example.com')
    const right = await signIn('Wanda@example.com')
    expect([right.statusCode, right.json().message]).toEqual([403, NOT_VERIFIED])
    const wrong = await signIn('wanda@example.com', 'wrong-Horse-1')
    expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'Invalid credentials'])
    await waiting('late@example.com', new Date(clock.getTime() - 1000))
    expect((await signIn('late@example.com')).statusCode).toBe(401)
  })

  // Covers: sign-sessions-14
  it('locks the address and network after ten failures, for the right password and a registration too', async () => {
    const { email } = await addPortalBroker(app)
    await waiting('locked@example.com')
    const from = freshIp()
    for (const address of [email, 'locked@example.com']) {
      await nineFailures(app, address, from)
      expect((await signIn(address, 'wrong-Horse-1', from)).statusCode).toBe(401)
      const refused = await signIn(address, PASSWORD, from)
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    }
    expect((await signIn(email, PASSWORD, freshIp())).statusCode).toBe(200)
    clock = new Date(clock.getTime() + OF_ACCOUNT_FROM_NETWORK.minutes * 60_000)
    expect((await signIn(email, PASSWORD, from)).statusCode).toBe(200)
  })

  // Covers: sign-sessions-15
  it('gives a member of staff the broker on record with their address', async () => {
    await addStaff(app, 'both@staff.example')
    await app.connection.db
      .insertInto('brokers')
      .values({ name: 'Bo Both', email: 'Both@staff.example', phone: '+61491570157' })
      .execute()
    const answer = await signIn('both@staff.example')
    expect(answer.json().broker).toMatchObject({ name: 'Bo Both', staff: true })
    // the staff session is unaffected
    expect((await (await signedIn(app, 'both@staff.example')).get('/api/auth/user')).statusCode).toBe(200)
  })

  it('ends with sign-out: the token is worth nothing afterwards', async () => {
    const broker = await brokerClient(app)
    const other = withToken(app, await portalToken(app, broker.email))
    expect((await broker.send('POST', '/api/broker/logout')).json()).toEqual({ ok: true })
    expect((await broker.get('/api/broker/profile')).statusCode).toBe(401)
    expect((await broker.send('POST', '/api/broker/logout')).statusCode).toBe(401)
    expect((await other.get('/api/broker/profile')).statusCode).toBe(200)
    expect(await audited(broker.email)).toContain('sign_out')
  })

  it('takes nothing from the page of another site', async () => {
    const { email } = await addPortalBroker(app)
    const headers = { origin: 'https://evil.example' }
    const answer = await visitor(app).send(
      'POST',
      '/api/broker/login',
      { email, password: PASSWORD },
      { headers },
    )
    expect(answer.statusCode).toBe(403)
  })

  it.each([
    [{ email: 'no address', password: PASSWORD }, { email: 'Invalid email address' }],
    [{ email: 'ann@example.com', password: '' }, { password: 'Password is required' }],
    [{ email: 'ann\0@example.com', password: 'a\0b' }, { email: CANNOT_BE_STORED }],
    [
      { email: ['a'], password: {} },
      { email: 'Invalid email address', password: 'Password is required' },
    ],
  ])('names what is wrong in %j', async (body, fields) => {
    const answer = await visitor(app).send('POST', '/api/broker/login', body)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
  })
})

describe('the two audiences', () => {
  // Covers: sign-sessions-15
  it('are strangers to each other, however a session is smuggled', async () => {
    await addStaff(app, 'person@staff.example', 'admin')
    await app.connection.db
      .insertInto('brokers')
      .values({ name: 'Pat Person', email: 'person@staff.example', phone: '+61491570158' })
      .execute()
    // one person with one password and a session in each area
    const token = await portalToken(app, 'person@staff.example')
    const { cookie } = await signedIn(app, 'person@staff.example')
    const staffToken = decodeURIComponent(/brokerline\.session_token=([^;]+)/.exec(cookie)?.[1] ?? '')
    const encoded = encodeURIComponent(token)
    const status = async (url: string, headers: Record<string, string>) =>
      (await app.server.inject({ url, headers })).statusCode
    expect(await status('/api/broker/profile', { authorization: `Bearer ${token}` })).toBe(200)
    expect(await status('/api/auth/user', { cookie })).toBe(200)
    const portal: Record<string, string>[] = [
      { cookie },
      { authorization: `Bearer ${staffToken}` },
      { cookie: `brokerline-portal.session_token=${encoded}` },
      { cookie: `brokerline-portal.session_token=${encoded}; ${cookie}` },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token.split('.')[0]}` },
    ]
    for (const headers of portal) expect(await status('/api/broker/profile', headers)).toBe(401)
    const console: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${staffToken}` },
      { cookie: `brokerline.session_token=${encoded}` },
      { cookie: `brokerline-portal.session_token=${encoded}` },
    ]
    for (const headers of console) {
      expect(await status('/api/auth/user', headers)).toBe(401)
      expect(await status('/api/campaigns', headers)).toBe(401)
    }
  })
})
