import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { codeOf } from '#test/worlds/authenticator.ts'
import {
  addPortalBroker,
  type BrokerClient,
  brokerClient,
  portalToken,
  withToken,
} from '#test/worlds/broker-client.ts'
import { type Client, PASSWORD, signedIn, visitor } from '#test/worlds/client.ts'
import { addStaff, nineFailures } from '#test/worlds/sign-in.ts'
import { LINK_EXPIRED, runSendReset } from './passwords.ts'
import { SET_UP_FIRST } from './policy.ts'
import { CHALLENGE_ENDED, CODE_USED, WRONG_CODE } from './sign-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => app.close())

interface Setup {
  secret: string
  uri: string
  qr: string
  backupCodes: string[]
}

let network = 0
const freshIp = (): string => `198.51.${++network}.7`
const twoMinutesAgo = (secret: string) => codeOf(secret, new Date(Date.now() - 120_000))
const audited = async (userId: number) =>
  (
    await app.connection.db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectId', '=', String(userId))
      .where('action', 'like', 'two_factor.%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)
const mailsTo = async (email: string) =>
  (
    await app.connection.db.selectFrom('messages').select('subject').where('recipient', '=', email).execute()
  ).map(({ subject }) => subject)

/** Turns two-factor on. @param base path of the area's endpoints */
async function turnOn(client: Client, base: string): Promise<Setup> {
  const started = await client.send('POST', base, { password: PASSWORD })
  const setup: Setup = started.json()
  const confirmed = await client.send('POST', `${base}/confirm`, { code: codeOf(setup.secret) })
  expect([started.statusCode, confirmed.statusCode]).toEqual([200, 200])
  return setup
}

describe('two-factor of a broker', () => {
  let broker: BrokerClient
  beforeEach(async () => {
    broker = await brokerClient(app)
  })
  const login = (remoteAddress = freshIp()) =>
    visitor(app).send(
      'POST',
      '/api/broker/login',
      { email: broker.email, password: PASSWORD },
      { remoteAddress },
    )
  const verify = (challenge: string, code: string, remoteAddress = freshIp()) =>
    visitor(app).send('POST', '/api/broker/login/verify', { challenge, code }, { remoteAddress })
  const challenge = async (): Promise<string> => (await login()).json().challenge

  // Covers: sign-sessions-17
  it('is on after the first right code, and the session that turned it on goes on', async () => {
    const started = await broker.send('POST', '/api/broker/two-factor', { password: PASSWORD })
    const { secret, uri, qr, backupCodes }: Setup = started.json()
    expect(uri).toBe(
      `otpauth://totp/Brokerline:${encodeURIComponent(broker.email)}?secret=${secret}&issuer=Brokerline&digits=6&period=30`,
    )
    expect(qr).toMatch(/^<svg /)
    expect(new Set(backupCodes).size).toBe(10)
    // started but not confirmed, so not on yet
    await portalToken(app, broker.email)
    const wrong = await broker.send('POST', '/api/broker/two-factor/confirm', { code: twoMinutesAgo(secret) })
    expect([wrong.statusCode, wrong.json().fields]).toEqual([400, { code: WRONG_CODE }])
    const right = await broker.send('POST', '/api/broker/two-factor/confirm', { code: ` ${codeOf(secret)} ` })
    expect(right.json()).toEqual({ ok: true })
    expect((await broker.get('/api/broker/profile')).json().twoFactorEnabled).toBe(true)
    expect((await broker.get('/api/broker/sessions')).json()).toHaveLength(2)
    expect(await audited(broker.userId)).toEqual(['two_factor.on'])
    expect(await mailsTo(broker.email)).toEqual(['Two-factor sign-in was turned on'])
    const again = await broker.send('POST', '/api/broker/two-factor', { password: PASSWORD })
    expect(again.statusCode).toBe(409)
  })

  // Covers: sign-sessions-17
  it('asks for a code after the right password, and nothing opens before', async () => {
    const { secret } = await turnOn(broker, '/api/broker/two-factor')
    const signInReply = await login()
    expect([signInReply.statusCode, signInReply.headers['set-cookie']]).toEqual([200, undefined])
    expect(signInReply.json()).toEqual({ twoFactorRequired: true, challenge: expect.any(String) })
    const wrongPassword = await visitor(app).send('POST', '/api/broker/login', {
      email: broker.email,
      password: 'wrong-Horse-1',
    })
    expect(wrongPassword.json().message).toBe('Invalid credentials')
    const early = withToken(app, signInReply.json().challenge)
    expect((await early.get('/api/broker/profile')).statusCode).toBe(401)
    const opened = await verify(signInReply.json().challenge, codeOf(secret))
    expect(opened.json().broker.email).toBe(broker.email)
    const { token } = opened.json()
    expect((await withToken(app, token).get('/api/broker/profile')).statusCode).toBe(200)
    // the challenge has been used
    const again = await verify(signInReply.json().challenge, codeOf(secret))
    expect([again.statusCode, again.json().message]).toEqual([401, CHALLENGE_ENDED])
  })

  it('lets no sign-in go on that began with the former password, nor a link to reset it', async () => {
    const { secret } = await turnOn(broker, '/api/broker/two-factor')
    const waiting = await challenge()
    const { email } = broker
    await runSendReset(app.ctx(), { email, audience: 'broker' })
    const { body } = await app.connection.db
      .selectFrom('messages')
      .select('body')
      .where('recipient', '=', email)
      .where('template', '=', 'reset_password')
      .executeTakeFirstOrThrow()
    const token = /(?:token|reset)=(\w+)/.exec(body)?.[1]
    const newPassword = 'quite-Another-1'
    const change = { currentPassword: PASSWORD, newPassword }
    expect((await broker.send('POST', '/api/broker/change-password', change)).statusCode).toBe(200)
    const late = await verify(waiting, codeOf(secret))
    expect([late.statusCode, late.json().message]).toEqual([401, CHALLENGE_ENDED])
    const reset = await visitor(app).send('POST', '/api/broker/reset-password', {
      ...{ token, newPassword: 'a-third-Password' },
    })
    expect([reset.statusCode, reset.json().message]).toEqual([422, LINK_EXPIRED])
  })

  // Covers: sign-sessions-17
  it('takes a code once: whoever looked over a shoulder is too late', async () => {
    const { secret } = await turnOn(broker, '/api/broker/two-factor')
    const [mine, theirs] = [await challenge(), await challenge()]
    // both within the same time step
    const code = codeOf(secret)
    expect((await verify(mine, code)).statusCode).toBe(200)
    const late = await verify(theirs, code)
    expect([late.statusCode, late.json().message]).toEqual([401, CODE_USED])
    const sessions = await broker.get('/api/broker/sessions')
    expect(sessions.json()).toHaveLength(2)
  })

  it('takes no code of a step before one that was used', async () => {
    const { secret } = await turnOn(broker, '/api/broker/two-factor')
    const [mine, theirs, next] = [await challenge(), await challenge(), await challenge()]
    const at = (steps: number) => codeOf(secret, new Date(Date.now() + steps * 30_000))
    expect((await verify(mine, at(0))).statusCode).toBe(200)
    const former = await verify(theirs, at(-1))
    expect([former.statusCode, former.json().message]).toEqual([401, CODE_USED])
    expect((await verify(next, at(1))).statusCode).toBe(200)
  })

  // Covers: sign-sessions-17
  it('takes a backup code once, however it is typed', async () => {
    const { backupCodes } = await turnOn(broker, '/api/broker/two-factor')
    const [first = '', second = ''] = backupCodes
    expect((await verify(await challenge(), first)).statusCode).toBe(200)
    const again = await verify(await challenge(), first)
    expect([again.statusCode, again.json().message]).toEqual([401, WRONG_CODE])
    expect((await verify(await challenge(), second.replace('-', ' '))).statusCode).toBe(200)
  })

  // Covers: sign-sessions-17
  it('ends a challenge after five wrong codes, and locks the codes of this person after ten', async () => {
    const { secret } = await turnOn(broker, '/api/broker/two-factor')
    const wrong = twoMinutesAgo(secret)
    for (let round = 0; round < 2; round++) {
      const challengeToken = await challenge()
      for (let i = 0; i < 5; i++)
        expect((await verify(challengeToken, wrong)).json().message).toBe(WRONG_CODE)
      // even the right code is too late now
      const late = await verify(challengeToken, codeOf(secret))
      expect([401, 429]).toContain(late.statusCode)
    }
    const locked = await verify(await challenge(), codeOf(secret))
    expect([locked.statusCode, locked.headers['retry-after']]).toEqual([429, '900'])
  })

  // Covers: sign-sessions-17
  it('counts wrong codes as failed sign-ins of this address and network', async () => {
    const { secret } = await turnOn(broker, '/api/broker/two-factor')
    const from = freshIp()
    for (let round = 0; round < 2; round++) {
      const challengeToken = (await login(from)).json().challenge
      for (let i = 0; i < 5; i++) await verify(challengeToken, twoMinutesAgo(secret), from)
    }
    expect((await login(from)).statusCode).toBe(429)
    expect((await login()).statusCode).toBe(200)
  })

  it('refuses a challenge that is forged, garbled or expired', async () => {
    const { secret } = await turnOn(broker, '/api/broker/two-factor')
    const real = await challenge()
    const [identifier = '', signature = ''] = real.split('.')
    const forged = [
      identifier,
      `${identifier}.`,
      `${identifier}.${signature.slice(0, -4)}AAA=`,
      `${identifier.slice(0, -1)}.${signature}`,
      '2fa-attempts-x.y',
      'reset-password:abc',
      '..',
    ]
    expect((await verify('\0', codeOf(secret))).statusCode).toBe(400)
    for (const value of forged) expect((await verify(value, codeOf(secret))).statusCode).toBe(401)
    await app.connection.db
      .updateTable('verifications')
      .set({ expiresAt: new Date(0) })
      .execute()
    const late = await verify(real, codeOf(secret))
    expect([late.statusCode, late.json().message]).toEqual([401, CHALLENGE_ENDED])
  })

  it('is turned off with the password, and the session goes on', async () => {
    await turnOn(broker, '/api/broker/two-factor')
    const wrong = await broker.send('POST', '/api/broker/two-factor/disable', { password: 'wrong-Horse-1' })
    expect([wrong.statusCode, wrong.json().fields]).toEqual([
      400,
      { password: 'Current password is incorrect' },
    ])
    const off = await broker.send('POST', '/api/broker/two-factor/disable', { password: PASSWORD })
    expect(off.json()).toEqual({ ok: true })
    expect((await broker.get('/api/broker/profile')).json().twoFactorEnabled).toBe(false)
    await portalToken(app, broker.email)
    expect(await audited(broker.userId)).toEqual(['two_factor.on', 'two_factor.off'])
    expect(await mailsTo(broker.email)).toContain('Two-factor sign-in was turned off')
    expect(
      await app.connection.db
        .selectFrom('twoFactors')
        .select('id')
        .where('userId', '=', broker.userId)
        .execute(),
    ).toEqual([])
  })

  it('lets nobody guess the password at an open screen', async () => {
    const from = { remoteAddress: freshIp() }
    await nineFailures(app, broker.email, from.remoteAddress)
    const guess = (password: string) => broker.send('POST', '/api/broker/two-factor', { password }, from)
    expect((await guess('wrong-Horse-1')).statusCode).toBe(400)
    expect((await guess(PASSWORD)).statusCode).toBe(429)
  })

  it('keeps secret and backup codes encrypted', async () => {
    const { secret, backupCodes } = await turnOn(broker, '/api/broker/two-factor')
    const row = await app.connection.db
      .selectFrom('twoFactors')
      .selectAll()
      .where('userId', '=', broker.userId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(JSON.stringify(row)).not.toContain(backupCodes[0])
  })
})

describe('two-factor of a member of staff', () => {
  // Covers: sign-sessions-17
  it('keeps the challenge as a cookie, which a code turns into the session', async () => {
    const email = 'factor@staff.example'
    await addStaff(app, email, 'admin')
    const client = await signedIn(app, email)
    const { secret } = await turnOn(client, '/api/two-factor')
    expect((await client.get('/api/auth/user')).json().twoFactorEnabled).toBe(true)
    const signInReply = await visitor(app).send('POST', '/api/login', { email, password: PASSWORD })
    expect(signInReply.json()).toEqual({ twoFactorRequired: true })
    const challengeCookie = signInReply.cookies.find(({ name }) => name === 'brokerline.two_factor')
    expect(challengeCookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 600 })
    const cookie = signInReply.cookies
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
      .join('; ')
    const between = visitor(app, cookie)
    expect((await between.get('/api/auth/user')).statusCode).toBe(401)
    expect((await visitor(app).send('POST', '/api/login/verify', { code: codeOf(secret) })).statusCode).toBe(
      401,
    )
    const wrong = await between.send('POST', '/api/login/verify', { code: twoMinutesAgo(secret) })
    expect([wrong.statusCode, wrong.json().message]).toEqual([401, WRONG_CODE])
    const opened = await between.send('POST', '/api/login/verify', { code: codeOf(secret) })
    expect(opened.json()).toMatchObject({ email, role: 'admin', twoFactorEnabled: true })
    const session = opened.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
    expect((await visitor(app, session).get('/api/auth/user')).statusCode).toBe(200)
  })

  it('tells nobody who is not let in that a code would be asked for', async () => {
    const { email } = await addPortalBroker(app)
    await turnOn(withToken(app, await portalToken(app, email)), '/api/broker/two-factor')
    const answer = await visitor(app).send('POST', '/api/login', { email, password: PASSWORD })
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'Invalid email or password'])
    expect(answer.cookies).toEqual([])
  })
})

describe('two-factor where it is required of staff', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ databaseUrl: app.databaseUrl, env: { TWO_FACTOR: 'required' } })
  })
  afterAll(() => strict.close())

  // Covers: sign-sessions-16
  it('lets nobody further than their own account before it is on, and everywhere afterwards', async () => {
    await addStaff(strict, 'new.lender@staff.example')
    const client = await signedIn(strict, 'new.lender@staff.example')
    const user = async () => (await client.get('/api/auth/user')).json()
    expect(await user()).toMatchObject({ twoFactorEnabled: false, mustSetUpTwoFactor: true })
    for (const url of ['/api/brokers', '/api/campaigns', '/api/system', '/api/events']) {
      const refused = await client.get(url)
      expect([url, refused.statusCode]).toEqual([url, 403])
      expect(refused.json().message).toBe(SET_UP_FIRST)
    }
    expect((await client.get('/api/sessions')).statusCode).toBe(200)
    await turnOn(client, '/api/two-factor')
    expect(await user()).toMatchObject({ twoFactorEnabled: true, mustSetUpTwoFactor: false })
    expect((await client.get('/api/brokers')).statusCode).toBe(200)
    await client.send('POST', '/api/two-factor/disable', { password: PASSWORD })
    expect((await client.get('/api/brokers')).statusCode).toBe(403)
  })
})
