import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type BrokerClient, brokerClient, portalToken, withToken } from '#test/worlds/broker-client.ts'
import { type Client, PASSWORD, signedIn, staffClient, visitor } from '#test/worlds/client.ts'
import { addStaff } from '#test/worlds/sign-in.ts'
import { deleteExpired } from './staff-accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Listed {
  id: number
  device: string
  ip: string | null
  lastSeenAt: string | null
  current: boolean
}

const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const sessionsOf = async (client: Pick<BrokerClient, 'get'>, path = '/api/broker/sessions') =>
  (await client.get(path)).json<Listed[]>()
const rows = (userId: number) =>
  app.connection.db.selectFrom('sessions').selectAll().where('userId', '=', userId).execute()

async function signInFrom(
  email: string,
  remoteAddress: string,
  headers: Record<string, string>,
): Promise<string> {
  const body = { email, password: PASSWORD }
  const answer = await visitor(app).send('POST', '/api/broker/login', body, { remoteAddress, headers })
  return answer.json().token
}

describe('the list of sessions', () => {
  // Covers: sign-sessions-18
  it('says device and address as our server saw them, which one asks, and the latest first', async () => {
    const broker = await brokerClient(app)
    const phone = await signInFrom(broker.email, '2001:db8::7', {
      'user-agent': CHROME,
      // the user agent is chosen by the client
      'x-forwarded-for': '192.0.2.99',
    })
    const listed = await sessionsOf(withToken(app, phone))
    expect(listed).toMatchObject([
      { device: 'Chrome on Android', ip: '2001:0db8:0000:0000:0000:0000:0000:0007', current: true },
      { device: 'Unknown device', ip: '127.0.0.1', current: false },
    ])
    const other = await sessionsOf(broker)
    expect(other.filter(({ current }) => current).map(({ id }) => id)).toEqual([listed[1]?.id])
  })

  it('notes the last use, at most once in five minutes', async () => {
    const broker = await brokerClient(app)
    const seen = async () => (await rows(broker.userId))[0]?.lastSeenAt?.getTime()
    expect(await seen()).toBeUndefined()
    await broker.get('/api/broker/profile')
    const first = await seen()
    expect(first).toBeGreaterThan(Date.now() - 60_000)
    await broker.get('/api/broker/profile')
    expect(await seen()).toBe(first)
    const earlier = new Date(Date.now() - 6 * 60_000)
    await app.connection.db
      .updateTable('sessions')
      .set({ lastSeenAt: earlier })
      .where('userId', '=', broker.userId)
      .execute()
    await broker.get('/api/broker/profile')
    expect(await seen()).toBeGreaterThan(earlier.getTime())
  })

  it('is prolonged by use on a later day, and the token stays', async () => {
    const broker = await brokerClient(app)
    const soon = new Date(Date.now() + 28 * 86_400_000)
    await app.connection.db
      .updateTable('sessions')
      .set({ expiresAt: soon })
      .where('userId', '=', broker.userId)
      .execute()
    expect((await broker.get('/api/broker/profile')).statusCode).toBe(200)
    expect((await rows(broker.userId))[0]?.expiresAt.getTime()).toBeGreaterThan(soon.getTime() + 86_400_000)
    await app.connection.db
      .updateTable('sessions')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('userId', '=', broker.userId)
      .execute()
    expect((await broker.get('/api/broker/profile')).statusCode).toBe(401)
  })

  it.each([
    ['has not been used for twelve hours', { lastSeenAt: 13, createdAt: 20 }, 401],
    ['was used within twelve hours', { lastSeenAt: 11, createdAt: 20 }, 200],
    ['was opened more than seven days ago', { lastSeenAt: 0, createdAt: 7 * 24 + 1 }, 401],
    ['was opened within seven days', { lastSeenAt: 0, createdAt: 7 * 24 - 1 }, 200],
  ])('of staff that %s: status %j', async (_what, { lastSeenAt, createdAt }, status) => {
    const email = `ago-${lastSeenAt}-${createdAt}@staff.example`
    const id = await addStaff(app, email)
    const client = await signedIn(app, email)
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    await app.connection.db
      .updateTable('sessions')
      .set({ lastSeenAt: ago(lastSeenAt), createdAt: ago(createdAt) })
      .where('userId', '=', id)
      .execute()
    expect((await client.get('/api/auth/user')).statusCode).toBe(status)
    expect(await rows(id)).toHaveLength(status === 200 ? 1 : 0)
  })

  // Covers: sign-sessions-19
  it('of a broker that was opened ninety days ago ends, however often it was used', async () => {
    const broker = await brokerClient(app)
    const opened = async (days: number): Promise<number> => {
      const createdAt = new Date(Date.now() - days * 24 * 3_600_000)
      await app.connection.db
        .updateTable('sessions')
        .set({ createdAt, lastSeenAt: new Date() })
        .where('userId', '=', broker.userId)
        .execute()
      return (await broker.get('/api/broker/profile')).statusCode
    }
    expect(await opened(89)).toBe(200)
    expect(await opened(91)).toBe(401)
    expect(await rows(broker.userId)).toHaveLength(0)
  })

  // Covers: sign-sessions-18
  it('holds those of the own area and the own person only', async () => {
    await addStaff(app, 'both@staff.example', 'admin')
    const { db } = app.connection
    await db
      .insertInto('brokers')
      .values({ name: 'Bo Both', email: 'both@staff.example', phone: '+61491570157' })
      .execute()
    const portal = withToken(app, await portalToken(app, 'both@staff.example'))
    const console = await signedIn(app, 'both@staff.example')
    const [own] = await sessionsOf(portal)
    const [theirs] = await sessionsOf(console, '/api/sessions')
    expect([(await sessionsOf(portal)).length, (await sessionsOf(console, '/api/sessions')).length]).toEqual([
      1, 1,
    ])
    const stranger = await brokerClient(app)
    for (const id of [own?.id, theirs?.id]) {
      expect((await stranger.send('DELETE', `/api/broker/sessions/${id}`)).statusCode).toBe(404)
    }
    expect((await portal.send('DELETE', `/api/broker/sessions/${theirs?.id}`)).statusCode).toBe(404)
    expect((await console.send('DELETE', `/api/sessions/${own?.id}`)).statusCode).toBe(404)
    // in the other area too
    expect((await portal.send('DELETE', '/api/broker/sessions')).json()).toEqual({ ok: true })
    expect((await portal.get('/api/broker/profile')).statusCode).toBe(401)
    expect((await console.get('/api/auth/user')).statusCode).toBe(401)
  })
})

describe('how long people stay signed in', () => {
  const HOUR_MS = 3_600_000
  const usual = { staffIdleHours: 12, staffDays: 7, brokerDays: 30 }
  let admin: Client
  beforeAll(async () => {
    admin = await staffClient(app, 'admin')
  })
  const change = (limits: object) => admin.send('PATCH', '/api/session-limits', limits)
  const agesOf = (userId: number, { seen, created }: { seen: number; created: number }) =>
    app.connection.db
      .updateTable('sessions')
      .set({
        lastSeenAt: new Date(Date.now() - seen * HOUR_MS),
        createdAt: new Date(Date.now() - created * HOUR_MS),
      })
      .where('userId', '=', userId)
      .execute()
  let people = 0
  /** Whether somebody with a session of these ages, in hours, is let in. */
  async function isIn(ages: { seen: number; created: number }, audience: 'staff' | 'broker' = 'staff') {
    if (audience === 'broker') {
      const broker = await brokerClient(app)
      await agesOf(broker.userId, ages)
      return (await broker.get('/api/broker/profile')).statusCode === 200
    }
    people += 1
    const email = `limits-${people}@staff.example`
    const id = await addStaff(app, email)
    const client = await signedIn(app, email)
    await agesOf(id, ages)
    return (await client.get('/api/auth/user')).statusCode === 200
  }

  // Covers: sign-sessions-19
  it('is a setting, for sessions that were opened before it was changed too', async () => {
    expect((await admin.get('/api/session-limits')).json()).toEqual(usual)
    expect(await isIn({ seen: 29.9 * 24, created: 29.9 * 24 }, 'broker')).toBe(true)
    const opened = await brokerClient(app)
    await agesOf(opened.userId, { seen: 49, created: 72 })

    const shorter = { staffIdleHours: 2, staffDays: 2, brokerDays: 2 }
    expect((await change(shorter)).json()).toEqual(shorter)
    expect(await rows(opened.userId)).toEqual([])
    expect(await isIn({ seen: 1.9, created: 47 })).toBe(true)
    expect(await isIn({ seen: 2.1, created: 47 })).toBe(false)
    expect(await isIn({ seen: 0, created: 49 })).toBe(false)
    expect(await isIn({ seen: 47, created: 200 }, 'broker')).toBe(true)
    expect(await isIn({ seen: 49, created: 200 }, 'broker')).toBe(false)

    expect((await change({ ...usual, staffIdleHours: 24 })).statusCode).toBe(200)
    expect(await isIn({ seen: 23, created: 160 })).toBe(true)
    expect((await change(usual)).statusCode).toBe(200)
  })

  // Covers: sign-sessions-19
  it('is forgotten within the hour by sessions that nobody comes back to', async () => {
    const [kept, gone] = [await brokerClient(app), await brokerClient(app)]
    await agesOf(kept.userId, { seen: 29.9 * 24, created: 60 * 24 })
    await agesOf(gone.userId, { seen: 30.1 * 24, created: 60 * 24 })
    await deleteExpired(app.ctx())
    expect([(await rows(kept.userId)).length, (await rows(gone.userId)).length]).toEqual([1, 0])
  })

  // Covers: sign-sessions-19
  it('has bounds, is for admins to change, and its changes are logged', async () => {
    for (const [limits, field, message] of [
      [{ staffIdleHours: 0 }, 'staffIdleHours', 'Enter 1 to 72 hours'],
      [{ staffIdleHours: 73 }, 'staffIdleHours', 'Enter 1 to 72 hours'],
      [{ staffDays: 31 }, 'staffDays', 'Enter 1 to 30 days'],
      [{ brokerDays: 1.5 }, 'brokerDays', 'Enter 1 to 30 days'],
    ] as const) {
      const answer = await change(limits)
      expect([answer.statusCode, answer.json().fields?.[field]]).toEqual([400, message])
    }
    const lender = await staffClient(app, 'lender')
    expect((await lender.send('PATCH', '/api/session-limits', { staffDays: 3 })).statusCode).toBe(403)
    expect((await lender.get('/api/session-limits')).json()).toEqual(usual)
    await change({ staffDays: 6, brokerDays: 30 })
    const [logged] = (await admin.get('/api/audit?action=session_limits.changed&limit=1')).json()
    expect(logged).toMatchObject({ before: { staffDays: 7 }, after: { staffDays: 6 } })
    expect(logged.after).not.toHaveProperty('brokerDays')
    await change(usual)
  })
})

describe('ending sessions', () => {
  // Covers: sign-sessions-18
  it('ends the one that was chosen, at once', async () => {
    const broker = await brokerClient(app)
    const lost = withToken(app, await portalToken(app, broker.email))
    const listed = await sessionsOf(broker)
    const other = listed.find(({ current }) => !current)
    expect((await broker.send('DELETE', `/api/broker/sessions/${other?.id}`)).json()).toEqual({ ok: true })
    expect((await lost.get('/api/broker/profile')).statusCode).toBe(401)
    expect(await sessionsOf(broker)).toHaveLength(1)
    expect((await broker.send('DELETE', `/api/broker/sessions/${other?.id}`)).statusCode).toBe(404)
  })

  // Covers: sign-sessions-18
  it('signs staff out everywhere, with the cookie that says that somebody is there', async () => {
    const email = 'everywhere@staff.example'
    await addStaff(app, email)
    const [here, there] = [await signedIn(app, email), await signedIn(app, email)]
    const answer = await here.send('DELETE', '/api/sessions')
    expect([answer.headers['set-cookie']].flat().join('\n')).toMatch(/brokerline\.present=1; .*Max-Age=0/)
    for (const client of [here, there]) expect((await client.get('/api/auth/user')).statusCode).toBe(401)
    const audited = await app.connection.db
      .selectFrom('auditLog')
      .select('after')
      .where('actor', '=', email)
      .where('action', '=', 'session.ended')
      .execute()
    expect(audited).toEqual([{ after: { ended: 2 } }])
  })
})

describe('the portal of a broker who is deleted', () => {
  // Covers: sign-sessions-18
  it('closes at once, and an account that opened nothing else goes', async () => {
    const broker = await brokerClient(app, { name: 'Gone Soon' })
    const admin = await staffClient(app, 'admin')
    expect((await admin.send('DELETE', `/api/brokers/${broker.brokerId}`)).statusCode).toBeLessThan(300)
    expect((await broker.get('/api/broker/profile')).statusCode).toBe(401)
    const again = await visitor(app).send('POST', '/api/broker/login', {
      email: broker.email,
      password: PASSWORD,
    })
    expect([again.statusCode, again.json().message]).toEqual([401, 'Invalid credentials'])
    const { db } = app.connection
    expect(await db.selectFrom('users').select('id').where('id', '=', broker.userId).execute()).toEqual([])
    const [auditRow] = await db
      .selectFrom('auditLog')
      .select(['actor', 'before'])
      .where('action', '=', 'user.portal_ended')
      .where('subjectId', '=', String(broker.userId))
      .execute()
    expect(auditRow?.before).toEqual({ email: 'Erased person', brokerId: broker.brokerId })
  })

  it('leaves a member of staff their console', async () => {
    const email = 'stays@staff.example'
    const broker = await brokerClient(app, { email })
    await app.connection.db
      .updateTable('users')
      .set({ role: 'lender' })
      .where('id', '=', broker.userId)
      .execute()
    const console = await signedIn(app, email)
    const admin = await staffClient(app, 'admin')
    await admin.send('DELETE', `/api/brokers/${broker.brokerId}`)
    expect((await broker.get('/api/broker/profile')).statusCode).toBe(401)
    expect((await console.get('/api/auth/user')).statusCode).toBe(200)
  })
})
