import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForLocks } from '#test/lock-waits.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addPortalBroker, brokerClient, portalToken, withToken } from '#test/worlds/broker-client.ts'
import { PASSWORD, signedIn, visitor } from '#test/worlds/client.ts'
import { addStaff, nineFailures } from '#test/worlds/sign-in.ts'
import { LINK_EXPIRED, runSendReset } from './passwords.ts'

const NEXT = 'quite-Another-1'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => app.close())

let network = 0
const from = () => ({ remoteAddress: `198.51.${++network}.7` })
const mailsTo = (email: string) =>
  app.connection.db
    .selectFrom('messages')
    .select(['template', 'subject', 'body', 'html', 'occasion', 'notAfter'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
const post = (url: string, body: object) => visitor(app).send('POST', url, body, from())
const signInStatus = async (path: string, email: string, password: string) =>
  (await post(path, { email, password })).statusCode

/** Requests a reset link and runs its job. @returns the token of the newest email */
async function requestLink(email: string, audience: 'staff' | 'broker'): Promise<string> {
  const path = audience === 'staff' ? '/api/forgot-password' : '/api/broker/forgot-password'
  expect((await post(path, { email })).json()).toEqual({ ok: true })
  await runSendReset(app.ctx(), { email: email.toLowerCase(), audience })
  const mail = (await mailsTo(email.toLowerCase())).findLast(({ template }) => template === 'reset_password')
  return /(?:token|reset)=(\w+)/.exec(mail?.body ?? '')?.[1] ?? ''
}

describe('changing the password', () => {
  // Covers: sign-sessions-20
  it('takes the new one from then on, ends all other sessions of both areas, and tells the person', async () => {
    const email = 'change@staff.example'
    const broker = await brokerClient(app, { email })
    await app.connection.db
      .updateTable('users')
      .set({ role: 'lender' })
      .where('id', '=', broker.userId)
      .execute()
    const other = withToken(app, await portalToken(app, email))
    const console = await signedIn(app, email)
    const answer = await broker.send('POST', '/api/broker/change-password', {
      currentPassword: PASSWORD,
      newPassword: NEXT,
    })
    expect(answer.json()).toEqual({ ok: true })
    expect((await broker.get('/api/broker/profile')).statusCode).toBe(200)
    expect((await other.get('/api/broker/profile')).statusCode).toBe(401)
    expect((await console.get('/api/auth/user')).statusCode).toBe(401)
    expect(await signInStatus('/api/broker/login', email, PASSWORD)).toBe(401)
    expect(await signInStatus('/api/broker/login', email, NEXT)).toBe(200)
    expect(await signInStatus('/api/login', email, NEXT)).toBe(200)
    expect(await mailsTo(email)).toMatchObject([
      { template: 'account_changed', subject: 'Your password was changed' },
    ])
  })

  it('works for staff, whose cookie goes on', async () => {
    const email = 'staff-change@staff.example'
    await addStaff(app, email)
    const [here, there] = [await signedIn(app, email), await signedIn(app, email)]
    const body = { currentPassword: PASSWORD, newPassword: NEXT }
    expect((await here.send('POST', '/api/change-password', body)).statusCode).toBe(200)
    expect((await here.get('/api/auth/user')).statusCode).toBe(200)
    expect((await there.get('/api/auth/user')).statusCode).toBe(401)
  })

  // Covers: sign-sessions-20
  it('refuses a wrong current password, and after ten of them the right one too', async () => {
    const broker = await brokerClient(app)
    const change = (currentPassword: string, origin: object) =>
      broker.send('POST', '/api/broker/change-password', { currentPassword, newPassword: NEXT }, origin)
    const origin = from()
    await nineFailures(app, broker.email, origin.remoteAddress)
    const answer = await change('wrong-Horse-1', origin)
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { currentPassword: 'Current password is incorrect' },
    ])
    expect((await change(PASSWORD, origin)).statusCode).toBe(429)
    expect(await signInStatus('/api/broker/login', broker.email, PASSWORD)).toBe(200)
  })

  it.each([
    [{ newPassword: NEXT }, { currentPassword: 'Current password is required' }],
    [{ currentPassword: '', newPassword: NEXT }, { currentPassword: 'Current password is required' }],
    [
      { currentPassword: PASSWORD, newPassword: 'seven77' },
      { newPassword: 'Password must be at least 8 characters' },
    ],
    [{ currentPassword: PASSWORD, newPassword: 'x'.repeat(201) }, { newPassword: 'Password is too long' }],
    [
      { currentPassword: PASSWORD, newPassword: 'password' },
      { newPassword: expect.stringMatching(/^This is a heavily used password\. Choose a longer one/) },
    ],
    [
      { currentPassword: PASSWORD, newPassword: '12345678' },
      { newPassword: expect.stringMatching(/^This is a heavily used password\./) },
    ],
  ])('names what is wrong in %j', async (body, fields) => {
    const broker = await brokerClient(app)
    const answer = await broker.send('POST', '/api/broker/change-password', body)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
  })
})

describe('a forgotten password', () => {
  // Covers: sign-sessions-21
  it.each([
    ['staff', '/api/reset-password', '/api/login', 'http://localhost:3000/?reset='],
    [
      'broker',
      '/api/broker/reset-password',
      '/api/broker/login',
      'http://localhost:3000/broker-portal/reset-password?token=',
    ],
  ] as const)('of %s is set anew by a link that works once, which ends every session', async (audience, resetPath, loginPath, link) => {
    const email = `forgot-${audience}@staff.example`
    const broker = await brokerClient(app, { email })
    await app.connection.db
      .updateTable('users')
      .set({ role: 'viewer' })
      .where('id', '=', broker.userId)
      .execute()
    const console = await signedIn(app, email)
    const token = await requestLink(email.toUpperCase(), audience)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Set a new password')
    expect(mail?.body).toContain(`${link}${token}`)
    expect(mail?.notAfter?.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000)
    const further = await requestLink(email, audience)
    const reset = await post(resetPath, { token, newPassword: NEXT })
    expect(reset.json()).toEqual({ ok: true })
    expect((await broker.get('/api/broker/profile')).statusCode).toBe(401)
    expect((await console.get('/api/auth/user')).statusCode).toBe(401)
    expect(await signInStatus(loginPath, email, PASSWORD)).toBe(401)
    expect(await signInStatus(loginPath, email, NEXT)).toBe(200)
    const again = await post(resetPath, { token, newPassword: 'a-third-Password' })
    expect([again.statusCode, again.json().message]).toEqual([422, LINK_EXPIRED])
    // every other link ends with it
    const other = await post(resetPath, { token: further, newPassword: 'a-third-Password' })
    expect([further === token, other.statusCode]).toEqual([false, 422])
    expect(await signInStatus(loginPath, email, NEXT)).toBe(200)
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
      'reset_password',
      'reset_password',
      'account_changed',
    ])
  })

  it.each([
    ['staff', '/api/login'],
    ['broker', '/api/broker/login'],
  ] as const)('lets nobody in whose sign-in with the former one is under way meanwhile: %s', async (_area, path) => {
    const { email, userId } = await addPortalBroker(app)
    const { db } = app.connection
    await db.updateTable('users').set({ role: 'lender' }).where('id', '=', userId).execute()
    const password = await app.providers.signIn.hashPassword(NEXT)
    const { signIn } = await db.transaction().execute(async (held) => {
      // the password was accepted, and the session does not exist yet
      await sql`lock table sessions in share mode`.execute(held)
      const sent = post(path, { email, password: PASSWORD })
      await waitForLocks(app.connection.db)
      await held.updateTable('credentials').set({ password }).where('userId', '=', userId).execute()
      return { signIn: sent }
    })
    expect((await signIn).statusCode).toBe(401)
    const open = await db.selectFrom('sessions').select('id').where('userId', '=', userId).execute()
    expect(open).toEqual([])
    expect(await signInStatus(path, email, NEXT)).toBe(200)
  })

  it('is set once by two who send the same link at once', async () => {
    const { email } = await addPortalBroker(app)
    const token = await requestLink(email, 'broker')
    const answers = await Promise.all(
      ['first-Password', 'second-Password'].map((newPassword) =>
        post('/api/broker/reset-password', { token, newPassword }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  // Covers: sign-sessions-21
  it('is not set by a link that is older than an hour, made up, or of another kind', async () => {
    const { email } = await addPortalBroker(app)
    const token = await requestLink(email, 'broker')
    await app.connection.db
      .updateTable('verifications')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .execute()
    for (const made of [token, `${token}x`, 'x', '\u0000', '../..', 'x'.repeat(500)]) {
      const answer = await post('/api/broker/reset-password', { token: made, newPassword: NEXT })
      expect([400, 422]).toContain(answer.statusCode)
    }
    expect(await signInStatus('/api/broker/login', email, PASSWORD)).toBe(200)
  })

  // Covers: sign-sessions-21
  it('answers the same for every address, and writes to nobody who cannot sign in there', async () => {
    const { email: brokerOnly, userId } = await addPortalBroker(app)
    await addStaff(app, 'locked-out@staff.example')
    await app.connection.db
      .updateTable('users')
      .set({ disabledAt: new Date() })
      .where('email', '=', 'locked-out@staff.example')
      .execute()
    for (const email of ['nobody@example.com', 'locked-out@staff.example', brokerOnly]) {
      const before = await waitingJobs()
      expect((await post('/api/forgot-password', { email })).json()).toEqual({ ok: true })
      expect(await waitingJobs()).toBe(before + 1)
      await runSendReset(app.ctx(), { email, audience: 'staff' })
      expect(await mailsTo(email)).toEqual([])
    }
    await app.connection.db.updateTable('users').set({ brokerId: null }).where('id', '=', userId).execute()
    await runSendReset(app.ctx(), { email: brokerOnly, audience: 'broker' })
    expect(await mailsTo(brokerOnly)).toEqual([])
  })

  it('floods no mailbox: five links an hour, and each of them works', async () => {
    const { email } = await addPortalBroker(app)
    const first = await requestLink(email, 'broker')
    for (let i = 0; i < 7; i++) await runSendReset(app.ctx(), { email, audience: 'broker' })
    expect(await mailsTo(email)).toHaveLength(5)
    const answer = await post('/api/broker/reset-password', { token: first, newPassword: NEXT })
    expect(answer.statusCode).toBe(200)
  })

  it('lets its owner in at once who had guessed too often before', async () => {
    const { email } = await addPortalBroker(app)
    const origin = from()
    const wrong = { email, password: 'wrong-Horse-1' }
    await nineFailures(app, email, origin.remoteAddress)
    await visitor(app).send('POST', '/api/broker/login', wrong, origin)
    const token = await requestLink(email, 'broker')
    const signIn = (password: string) =>
      visitor(app).send('POST', '/api/broker/login', { email, password }, origin)
    expect((await signIn(PASSWORD)).statusCode).toBe(429)
    await visitor(app).send('POST', '/api/broker/reset-password', { token, newPassword: NEXT }, origin)
    expect((await signIn(NEXT)).statusCode).toBe(200)
  })

  it('keeps no token, and no password, where the database shows it', async () => {
    const { email } = await addPortalBroker(app)
    const token = await requestLink(email, 'broker')
    await post('/api/broker/reset-password', { token, newPassword: 'unheard-Of-Pass' })
    const second = await requestLink(email, 'broker')
    const { db } = app.connection
    const kept = JSON.stringify([
      await db.selectFrom('verifications').selectAll().execute(),
      await db.selectFrom('auditLog').selectAll().execute(),
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('credentials').selectAll().execute(),
    ])
    for (const secret of [token, second, PASSWORD, 'unheard-Of-Pass']) expect(kept).not.toContain(secret)
    const occasions = (await mailsTo(email)).map(({ occasion }) => occasion)
    expect(occasions.join()).not.toContain(token)
  })
})

async function waitingJobs(): Promise<number> {
  const { rows } = await app.connection.pool.query(
    "select count(*)::int as count from graphile_worker.jobs where task_identifier = 'accounts.send-reset'",
  )
  return rows[0].count
}
