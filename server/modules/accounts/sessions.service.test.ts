import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type BrokerClient, brokerClient, portalToken, withToken } from '#test/worlds/broker-client.ts'
import { PASSWORD, signedIn, staffClient, visitor } from '#test/worlds/client.ts'
import { addStaff } from '#test/worlds/sign-in.ts'

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

  it('of a broker that was opened ninety days ago ends, however often it was used', async () => {
    const broker = await brokerClient(app)
    const opened = async (days: number): Promise<number> => {
      const createdAt = new Date(Date.now() - days * 24 * 3_600_000)
      await app.connection.db
        .updateTable('sessions')
        .set({ createdAt })
        .where('userId', '=', broker.userId)
        .execute()
      return (await broker.get('/api/broker/profile')).statusCode
    }
    expect(await opened(89)).toBe(200)
    expect(await opened(91)).toBe(401)
    expect(await rows(broker.userId)).toHaveLength(0)
  })

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

describe('ending sessions', () => {
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
