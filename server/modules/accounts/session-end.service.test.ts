import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { brokerClient, withToken } from '#test/worlds/broker-client.ts'
import { type Client, signedIn, staffClient, visitor } from '#test/worlds/client.ts'
import { addStaff } from '#test/worlds/sign-in.ts'

/** Two processes over one database. */
let app: TestApp
let other: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp()
  other = await createTestApp({ databaseUrl: app.databaseUrl })
  admin = await staffClient(app, 'admin')
})
afterAll(async () => {
  await other?.close()
  await app?.close()
})

const status = async (client: Client, path = '/api/campaigns') => (await client.get(path)).statusCode

/** A session opened at one process and used at both. */
async function openSession(email: string): Promise<{ here: Client; there: Client; userId: number }> {
  const userId = await addStaff(app, email)
  const here = await signedIn(app, email)
  const there = visitor(other, here.cookie)
  expect(await status(there)).toBe(200)
  return { here, there, userId }
}

describe('a change of a session takes effect at the next request on every process', () => {
  // Covers: analytics-figures-18
  it.each([
    ['signing out', async ({ here }: { here: Client }) => void (await here.send('POST', '/api/logout'))],
    [
      'another sign-out everywhere',
      async ({ here }: { here: Client }) => void (await here.send('DELETE', '/api/sessions')),
    ],
    [
      'disabling the account',
      async ({ userId }: { userId: number }) =>
        void (await admin.send('PATCH', `/api/users/${userId}`, { active: false })),
    ],
    [
      'deleting the account by hand',
      async ({ userId }: { userId: number }) =>
        void (await sql`delete from users where id = ${userId}`.execute(app.connection.db)),
    ],
    [
      'ending the session by hand',
      async ({ userId }: { userId: number }) =>
        void (await sql`delete from sessions where user_id = ${userId}`.execute(app.connection.db)),
    ],
  ])('after %s', async (what, act) => {
    const session = await openSession(`${what.replaceAll(' ', '-')}@staff.example`)
    await act(session)
    expect([await status(session.here), await status(session.there)]).toEqual([401, 401])
  })

  // Covers: analytics-figures-18
  it('after another role', async () => {
    const { there, userId } = await openSession('role@staff.example')
    expect(await status(there, '/api/users')).not.toBe(200)
    const answer = await admin.send('PATCH', `/api/users/${userId}`, { role: 'admin' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await status(there, '/api/users')).toBe(200)
  })

  it('after another name or picture', async () => {
    const { here, there, userId } = await openSession('names@staff.example')
    const userOf = async (client: Client) => (await client.get('/api/auth/user')).json()
    expect(await userOf(there)).toEqual(await userOf(here))
    await sql`update users set first_name = 'Ngaire', last_name = 'Vale', image = 'https://pictures.example/7.png'
      where id = ${userId}`.execute(app.connection.db)
    for (const client of [here, there])
      expect(await userOf(client)).toMatchObject({
        ...{ id: userId, firstName: 'Ngaire', lastName: 'Vale' },
        profileImageUrl: 'https://pictures.example/7.png',
      })
  })

  it('after an invitation to the staff that is not accepted yet', async () => {
    const { there, userId } = await openSession('invited-anew@staff.example')
    await sql`update users set invited_at = now(), invitation_hash = 'x', invitation_expires_at = now() + interval '1 day'
      where id = ${userId}`.execute(app.connection.db)
    expect(await status(there)).toBe(401)
    expect(await status(there, '/api/auth/user')).toBe(401)
  })

  // Covers: analytics-figures-18
  it('after shorter limits', async () => {
    const { there, userId } = await openSession('limits@staff.example')
    await sql`update sessions set last_seen_at = now() - interval '11 hours', created_at = now() - interval '12 hours'
      where user_id = ${userId}`.execute(app.connection.db)
    const answer = await admin.send('PATCH', '/api/session-limits', { staffIdleHours: 8 })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await status(there)).toBe(401)
  })

  // Covers: analytics-figures-18
  it('in the portal too', async () => {
    const broker = await brokerClient(app)
    const there = withToken(other, broker.token)
    expect((await there.get('/api/broker/profile')).statusCode).toBe(200)
    await broker.send('POST', '/api/broker/logout')
    expect((await there.get('/api/broker/profile')).statusCode).toBe(401)
  })
})

describe('a session', () => {
  it('opens nothing with another signature, another area’s token, or a token alone', async () => {
    const { here } = await openSession('signature@staff.example')
    const [name = '', value = ''] = here.cookie.split('=')
    const signed = decodeURIComponent(value)
    const token = signed.slice(0, signed.lastIndexOf('.'))
    for (const forged of [token, `${token}.`, `${token}.${'A'.repeat(43)}=`, `${signed}x`, `.${signed}`])
      expect(await status(visitor(app, `${name}=${encodeURIComponent(forged)}`))).toBe(401)
    expect((await withToken(app, signed).get('/api/broker/profile')).statusCode).toBe(401)
  })
})
