import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { PASSWORD } from '#test/worlds/client.ts'
import { addStaff, cookieOf, postSignIn, setCookies } from '#test/worlds/sign-in.ts'
import { OF_ACCOUNT_FROM_NETWORK } from './sign-in-limits.rules.ts'
import { deleteExpired } from './staff-accounts.ts'

const LOCK_MS = OF_ACCOUNT_FROM_NETWORK.minutes * 60_000

let app: TestApp
let clock = new Date('2026-11-24T00:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'on' }, now: () => clock })
})
afterAll(() => app.close())

let email: string
let userId: number
/** A network of its own for each test. */
let home: string
let count = 0
beforeEach(async () => {
  email = `person${++count}@staff.example`
  home = `10.${count}.113`
  userId = await addStaff(app, email)
})

const whoAmI = (cookie?: string) =>
  app.server.inject({ url: '/api/auth/user', headers: cookie ? { cookie } : {} })
const sessions = () =>
  app.connection.db.selectFrom('sessions').where('userId', '=', userId).selectAll().execute()
const audited = async (of = email) => {
  const rows = await app.connection.db
    .selectFrom('auditLog')
    .select(['action', 'actor', 'subjectId', 'after', 'ip'])
    .orderBy('id')
    .execute()
  return rows.filter((row) => row.actor === of || JSON.stringify(row.after ?? '').includes(`"${of}"`))
}
const guess = (attempt: { password?: string; from?: string } = {}) =>
  postSignIn(app, { from: `${home}.7`, email, password: 'wrong-Horse-1', ...attempt })
const statuses = (responses: { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode).sort()

describe('signing in', () => {
  it('to an account that is deleted in the same moment is refused as any other', async () => {
    await asOwner(
      app.databaseUrl,
      `create function be_gone() returns trigger language plpgsql as
        $$ begin delete from users where id = new.user_id; return new; end $$`,
      'create trigger be_gone before insert on sessions for each row execute function be_gone()',
    )
    try {
      const answer = await postSignIn(app, { from: `${home}.7`, email })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in'])
    } finally {
      await asOwner(app.databaseUrl, 'drop trigger be_gone on sessions', 'drop function be_gone')
    }
  })

  // Covers: sign-sessions-4
  it('sets a cookie that scripts and other sites cannot use, and tells who it is', async () => {
    const response = await postSignIn(app, { from: `${home}.7`, email: email.toUpperCase() })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      id: userId,
      email,
      firstName: 'Test',
      lastName: 'lender',
      profileImageUrl: null,
      role: 'lender',
      twoFactorEnabled: false,
      mustSetUpTwoFactor: false,
    })
    const [session, presence] = setCookies(response).split('\n')
    expect(session).toMatch(
      /^brokerline\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    // the cookie readable by scripts only shows that someone is signed in, and gives no access
    expect(presence).toBe('brokerline.present=1; Path=/; SameSite=Lax; Max-Age=2592000')
    expect((await whoAmI('brokerline.present=1')).statusCode).toBe(401)
    expect((await whoAmI(cookieOf(response))).json()).toEqual(response.json())
  })

  // Covers: sign-sessions-4
  it('gives cookies of this host alone, Secure, where the installation is reached over https', async () => {
    const secure = await createTestApp({
      databaseUrl: app.databaseUrl,
      env: { PUBLIC_URL: 'https://app.lender.example' },
    })
    try {
      const response = await postSignIn(secure, { email })
      const [session, presence] = setCookies(response).split('\n')
      expect(session).toMatch(
        /^__Host-brokerline\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
      expect(presence).toBe('__Host-brokerline.present=1; Path=/; SameSite=Lax; Max-Age=2592000; Secure')
      const headers = { cookie: cookieOf(response) }
      expect((await secure.server.inject({ url: '/api/auth/user', headers })).statusCode).toBe(200)
    } finally {
      await secure.close()
    }
  })

  // Covers: sign-sessions-10
  it('opens a session of its own, and ends the one that the browser had', async () => {
    const former = cookieOf(await postSignIn(app, { email }))
    const elsewhere = cookieOf(await postSignIn(app, { email }))
    const wrong = await postSignIn(app, { email, password: 'another-Ship-2026', headers: { cookie: former } })
    expect([wrong.statusCode, (await whoAmI(former)).statusCode]).toEqual([401, 200])
    const next = cookieOf(await postSignIn(app, { email, headers: { cookie: former } }))
    expect(next).not.toBe(former)
    expect((await whoAmI(former)).statusCode).toBe(401)
    expect((await whoAmI(next)).statusCode).toBe(200)
    expect((await whoAmI(elsewhere)).statusCode).toBe(200)
  })

  // Covers: sign-sessions-12
  it('ends with sign-out: the cookie is worth nothing afterwards', async () => {
    const cookie = cookieOf(await postSignIn(app, { from: `${home}.7`, email }))
    const out = await app.server.inject({ method: 'POST', url: '/api/logout', headers: { cookie } })
    expect(out.json()).toEqual({ ok: true })
    expect(setCookies(out)).toMatch(/session_token=; Max-Age=0/)
    expect((await whoAmI(cookie)).statusCode).toBe(401)
    expect(await sessions()).toEqual([])
    expect((await audited()).map(({ action }) => action)).toEqual([
      'user.created',
      'sign_in.succeeded',
      'sign_out',
    ])
  })

  it('signs out without a session, too', async () => {
    expect((await app.server.inject({ method: 'POST', url: '/api/logout' })).statusCode).toBe(200)
  })

  // Covers: sign-sessions-13
  it('leads /api/login to the landing page', async () => {
    const response = await app.server.inject({ url: '/api/login' })
    expect([response.statusCode, response.headers.location]).toEqual([302, '/'])
  })

  // Covers: sign-sessions-5
  it('answers the same for a wrong password, an unknown address, a non-member and a disabled one', async () => {
    await addStaff(app, `disabled-${email}`)
    await addStaff(app, `nobody-${email}`)
    const { db } = app.connection
    await db
      .updateTable('users')
      .set({ disabledAt: clock })
      .where('email', '=', `disabled-${email}`)
      .execute()
    await db.updateTable('users').set({ role: null }).where('email', '=', `nobody-${email}`).execute()
    const answers = await Promise.all([
      guess(),
      postSignIn(app, { from: `${home}.7`, email: `unknown-${email}` }),
      postSignIn(app, { from: `${home}.7`, email: `nobody-${email}` }),
      postSignIn(app, { from: `${home}.7`, email: `disabled-${email}` }),
    ])
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'not_signed_in', message: 'Invalid email or password' })
      expect(Object.keys(answer.json())).toEqual(['code', 'message', 'requestId'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const open = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .where('users.email', 'like', `%-${email}`)
      .select('sessions.id')
      .execute()
    expect(open).toEqual([])
    // an address without an account may be a password in the wrong field
    expect(await audited(`unknown-${email}`)).toEqual([])
    expect(await audited()).toMatchObject([
      { action: 'user.created' },
      { action: 'sign_in.failed', actor: 'visitor', ip: `${home}.7` },
    ])
  })
})

describe('guessing', () => {
  // Covers: sign-sessions-7
  it('locks the address and network for 15 minutes after ten failures, for the right password too', async () => {
    for (let i = 0; i < 10; i++) expect((await guess()).statusCode).toBe(401)
    const refused = await postSignIn(app, { from: `${home}.7`, email })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('900')
    expect(refused.json().message).toBe('Too many failed sign-ins. Try again in 15 minutes.')
    expect((await postSignIn(app, { from: `${home}.99`, email })).statusCode).toBe(429)
    expect((await postSignIn(app, { from: '198.51.100.1', email })).statusCode).toBe(200)
    clock = new Date(clock.getTime() + LOCK_MS - 1000)
    expect((await postSignIn(app, { from: `${home}.7`, email })).json().message).toMatch(/in 1 minute\.$/)
    clock = new Date(clock.getTime() + 1000)
    expect((await postSignIn(app, { from: `${home}.7`, email })).statusCode).toBe(200)
    expect((await audited()).filter(({ action }) => action === 'sign_in.locked')).toHaveLength(1)
  })

  it('forgets the failures when the right password comes in time', async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) await guess()
      expect((await postSignIn(app, { from: `${home}.7`, email })).statusCode).toBe(200)
    }
  })

  // Covers: sign-sessions-7
  it('counts guesses sent at once one by one: ten learn something, the rest nothing', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => guess()))
    expect(statuses(answers)).toEqual([...Array(10).fill(401), ...Array(15).fill(429)])
    expect((await audited()).filter(({ action }) => action === 'sign_in.failed')).toHaveLength(10)
  })

  it('hands out no session for a right guess that ends after the limit', async () => {
    await Promise.all(Array.from({ length: 9 }, () => guess()))
    // the last failure is recorded while the right password is still being checked
    const { signIn } = app.providers
    const check = signIn.signIn
    signIn.signIn = async (input) => {
      const opened = await check(input)
      signIn.signIn = check
      expect((await guess()).statusCode).toBe(401)
      return opened
    }
    expect((await postSignIn(app, { from: `${home}.7`, email })).statusCode).toBe(429)
    expect(await sessions()).toEqual([])
  })

  it('lets one person in many times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postSignIn(app, { from: `${home}.7`, email })),
    )
    expect(statuses(answers)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(cookieOf)).size).toBe(20)
  })

  it('is not limited where limits are off', async () => {
    const open = await createTestApp({ databaseUrl: app.databaseUrl, env: { RATE_LIMITS: 'off' } })
    try {
      for (let i = 0; i < 11; i++) {
        expect(
          (await postSignIn(open, { from: `${home}.7`, email, password: 'wrong-Horse-1' })).statusCode,
        ).toBe(401)
      }
      expect((await postSignIn(open, { from: `${home}.7`, email })).statusCode).toBe(200)
    } finally {
      await open.close()
    }
  })
})

describe('a session', () => {
  const age = (days: number) =>
    app.connection.db
      .updateTable('sessions')
      .set({ expiresAt: new Date(Date.now() + (30 - days) * 86_400_000) })
      .where('userId', '=', userId)
      .execute()

  it('ends after 30 days', async () => {
    const cookie = cookieOf(await postSignIn(app, { from: `${home}.7`, email }))
    await age(31)
    expect((await whoAmI(cookie)).statusCode).toBe(401)
  })

  it('is prolonged, with its cookie, when the console is opened on a later day', async () => {
    const cookie = cookieOf(await postSignIn(app, { from: `${home}.7`, email }))
    expect((await whoAmI(cookie)).headers['set-cookie']).toBeUndefined()
    await age(2)
    const other = await app.server.inject({ url: '/api/system', headers: { cookie } })
    expect([other.statusCode, other.headers['set-cookie']]).toEqual([200, undefined])
    const opened = await whoAmI(cookie)
    expect(setCookies(opened)).toMatch(/Max-Age=2592000/)
    const [session] = await sessions()
    expect(session?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29.9 * 86_400_000)
    expect((await whoAmI(cookieOf(opened))).statusCode).toBe(200)
  })

  it('is refused when tampered with or signed by somebody else', async () => {
    const cookie = cookieOf(await postSignIn(app, { from: `${home}.7`, email }))
    const [name = '', value = ''] = cookie.split('=')
    const [token = '', signature = ''] = decodeURIComponent(value).split('.')
    const forged = [
      `${name}=${token}`,
      `${name}=${encodeURIComponent(`${token}.`)}`,
      `${name}=${encodeURIComponent(`${token}.${signature.slice(0, -4)}AAA=`)}`,
      `${name}=${encodeURIComponent(`${token.slice(1)}.${signature}`)}`,
      `${name}=%00%ff`,
      `${name}=`,
      `${name}=${'x'.repeat(6000)}`,
    ]
    for (const header of forged) expect((await whoAmI(header)).statusCode).toBe(401)
    expect((await whoAmI(cookie)).statusCode).toBe(200)
  })

  // Covers: sign-sessions-12
  it('stops at once when its user is disabled, and follows a change of role at once', async () => {
    const cookie = cookieOf(await postSignIn(app, { from: `${home}.7`, email }))
    const change = (values: { role?: string | null; disabledAt?: Date | null }) =>
      app.connection.db.updateTable('users').set(values).where('id', '=', userId).execute()
    await change({ role: 'viewer' })
    expect((await whoAmI(cookie)).json().role).toBe('viewer')
    await change({ role: null })
    expect((await whoAmI(cookie)).statusCode).toBe(401)
    await change({ role: 'admin', disabledAt: clock })
    expect((await whoAmI(cookie)).statusCode).toBe(401)
    expect((await app.server.inject({ url: '/api/audit', headers: { cookie } })).statusCode).toBe(401)
  })

  // Covers: sign-sessions-22
  it('takes no change from the page of another site', async () => {
    const cookie = cookieOf(await postSignIn(app, { from: `${home}.7`, email }))
    const signOut = (origin: string) =>
      app.server.inject({ method: 'POST', url: '/api/logout', headers: { cookie, origin } })
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
      expect((await signOut(origin)).statusCode).toBe(403)
      expect((await postSignIn(app, { from: `${home}.7`, email, headers: { origin } })).statusCode).toBe(403)
    }
    expect((await whoAmI(cookie)).statusCode).toBe(200)
    expect((await signOut('http://localhost:3000')).statusCode).toBe(200)
  })
})

describe('hostile input', () => {
  it.each([
    ['SQL', `x' or 1=1; drop table users; --@staff.example`, PASSWORD, 401],
    ['HTML', '<script>alert(1)</script>@staff.example', '<b>', 401],
    ['a NUL', 'a\u0000b@staff.example', PASSWORD, 400],
    ['a NUL in the password', 'somebody@staff.example', 'a\u0000b', 400],
    ['10,000 characters', `${'a'.repeat(10_000)}@staff.example`, PASSWORD, 400],
    ['a password of 10,000 characters', 'somebody@staff.example', 'p'.repeat(10_000), 400],
    ['an object', { $ne: null }, PASSWORD, 400],
    ['a list', ['a@staff.example'], PASSWORD, 400],
    ['nothing', '', '', 400],
    ['half of a surrogate pair', 'a\ud800@staff.example', PASSWORD, 400],
    ['right-to-left marks', '\u202emoc.elpmaxe@\u202e', 'ʇ'.repeat(200), 401],
  ])('%s is refused with a message', async (_what, address, password, status) => {
    const response = await postSignIn(app, { from: `${home}.7`, email: address, password })
    expect(response.statusCode).toBe(status)
    expect(response.json().message).not.toBe('')
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  it('names the fields that are missing', async () => {
    const response = await app.server.inject({ method: 'POST', url: '/api/login', payload: {} })
    expect(response.json()).toMatchObject({
      code: 'invalid',
      fields: { email: 'Email is required', password: 'Password is required' },
    })
  })

  // Covers: sign-sessions-22
  it('takes sign-in as JSON only, so that no form of another site can send it', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const response = await app.server.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'content-type': type },
        payload: JSON.stringify({ email, password: PASSWORD }),
      })
      expect(response.statusCode).toBe(415)
    }
  })
})

describe('tidying', () => {
  it('removes the sessions of somebody who is disabled: being let in again is a new sign-in', async () => {
    const cookie = cookieOf(await postSignIn(app, { from: `${home}.7`, email }))
    const disable = (disabledAt: Date | null) =>
      app.connection.db.updateTable('users').set({ disabledAt }).where('id', '=', userId).execute()
    await disable(clock)
    await deleteExpired(app.ctx())
    await disable(null)
    expect((await whoAmI(cookie)).statusCode).toBe(401)
    expect((await postSignIn(app, { from: `${home}.7`, email })).statusCode).toBe(200)
  })
})
