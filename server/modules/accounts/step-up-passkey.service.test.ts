import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { cookieOf } from '#test/worlds/sign-in.ts'
import { addSoftPasskey, type SoftPasskey } from '#test/worlds/soft-passkey.ts'

const RETENTION = { periods: { jobs: { count: 90, unit: 'days' } } }
const CONFIRM = '/api/confirm-identity/passkey'

let app: TestApp
let admin: Client
let passkey: SoftPasskey
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  await app.connection.db.deleteFrom('passkeys').execute()
  admin = await staffClient(app, 'admin')
  passkey = await addSoftPasskey(app, await userOf(admin))
  vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const userOf = async (client: Client): Promise<number> => (await client.get('/api/auth/user')).json().id
const codeOf = async (client: Client): Promise<string> => {
  const answer = await client.send('PATCH', '/api/retention', RETENTION)
  return answer.statusCode === 200 ? 'ok' : answer.json().code
}
const sessions = async () =>
  (await app.connection.db.selectFrom('sessions').select('id').orderBy('id').execute()).length

/** What the browser gets, and the client that keeps the cookie of the challenge. */
async function start(client = admin): Promise<{ options: Options; client: Client }> {
  const answer = await client.send('POST', `${CONFIRM}/options`)
  expect(answer.statusCode, answer.body).toBe(200)
  return { options: answer.json(), client: visitor(app, `${client.cookie}; ${cookieOf(answer)}`) }
}
interface Options {
  challenge: string
}
const send = async (client: Client, response: object): Promise<[number, string]> => {
  const answer = await client.send('POST', CONFIRM, { response })
  return [answer.statusCode, answer.statusCode === 200 ? '' : answer.json().message]
}
const REFUSED = [400, expect.stringContaining('The passkey was not accepted.')]

// Covers: sign-sessions-27
it('opens changes of keys, access and retention in this session, which stays the only one', async () => {
  const before = await sessions()
  expect((await admin.get('/api/confirm-identity')).json()).toMatchObject({
    passkey: true,
    isConfirmed: false,
  })
  const { options, client } = await start()
  const answer = passkey.answer(options)
  expect(await codeOf(admin)).toBe('confirm_identity')
  expect(await send(client, answer)).toEqual([200, ''])
  expect(await codeOf(admin)).toBe('ok')
  expect(await sessions()).toBe(before)
  const log = await app.connection.db
    .selectFrom('auditLog')
    .select('action')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(log.map(({ action }) => action)).toContain('session.identity_confirmed')
})

// Covers: sign-sessions-27
it('refuses an answer that was used, without a check of the person, of another site or another browser', async () => {
  const { options, client } = await start()
  const answer = passkey.answer(options)
  expect(await send(admin, answer)).toEqual(REFUSED)
  expect(await send(client, answer)).toEqual([200, ''])
  vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] })
  const before = await sessions()
  expect(await send(client, answer)).toEqual(REFUSED)
  for (const changes of [{ isVerified: false }, { origin: 'https://evil.example' }]) {
    const next = await start()
    expect(await send(next.client, passkey.answer(next.options, changes)), JSON.stringify(changes)).toEqual(
      REFUSED,
    )
  }
  const late = await start()
  vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] })
  expect(await send(late.client, passkey.answer(late.options))).toEqual(REFUSED)
  expect([await codeOf(admin), await sessions()]).toEqual(['confirm_identity', before])
})

// Covers: sign-sessions-27
it('refuses the passkey of somebody else, and is not offered to those without one', async () => {
  vi.useRealTimers()
  const other = await staffClient(app, 'compliance')
  const theirs = await addSoftPasskey(app, await userOf(other))
  const without = await staffClient(app, 'lender')
  vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] })
  const before = await sessions()
  const { options, client } = await start()
  expect(await send(client, theirs.answer(options))).toEqual(REFUSED)
  expect([await codeOf(admin), await sessions()]).toEqual(['confirm_identity', before])
  const { isConfirmed } = (await other.get('/api/confirm-identity')).json()
  expect(isConfirmed).toBe(false)
  expect((await without.get('/api/confirm-identity')).json()).toMatchObject({
    password: true,
    passkey: false,
  })
  for (const path of [`${CONFIRM}/options`, CONFIRM]) {
    const answer = await without.send('POST', path, { response: passkey.answer(options) })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict'])
  }
})
