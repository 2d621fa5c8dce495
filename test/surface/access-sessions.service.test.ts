import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { staffRoles } from '#contract/policy.ts'
import { endpoints } from '#server/endpoints.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { addPortalBroker, portalToken, withToken } from '../worlds/broker-client.ts'
import { type Client, signedIn, visitor } from '../worlds/client.ts'
import { addStaff } from '../worlds/sign-in.ts'
import { ask, nameOf } from './every-endpoint.ts'

const STAFF_COOKIE = 'brokerline.session_token'
const PORTAL_COOKIE = 'brokerline-portal.session_token'

let app: TestApp
let before: unknown
let asked = 0
/** Sessions in every state that opens nothing of the staff's, and nothing of the brokers'. */
const deadToStaff: [state: string, client: Client][] = []
const deadToBrokers: [state: string, client: Client][] = []

const withCookie = (name: string, value: string): Client =>
  visitor(app, `${name}=${encodeURIComponent(value)}`)
const withHeader = (authorization: string): Client => {
  const { cookie, get, send } = visitor(app)
  const headers = { authorization }
  return {
    cookie,
    get: (url, options) => get(url, { ...options, headers }),
    send: (method, url, body) => send(method, url, body, { headers }),
  }
}
/** The session itself, out of the cookie that carries it. */
const sessionIn = ({ cookie }: Client): string =>
  decodeURIComponent(new RegExp(`${STAFF_COOKIE}=([^;]+)`).exec(cookie)?.[1] ?? '')
const cut = (token: string): string => token.slice(0, -3)

async function staffSession(email: string): Promise<{ userId: number; client: Client; token: string }> {
  const userId = await addStaff(app, email)
  const client = await signedIn(app, email)
  return { userId, client, token: sessionIn(client) }
}

async function brokerSession(): Promise<{ userId: number; client: Client; token: string }> {
  const { userId, email } = await addPortalBroker(app)
  const token = await portalToken(app, email)
  return { userId, token, client: withToken(app, token) }
}

const changeUser = (id: number, values: object) =>
  app.connection.db.updateTable('users').set(values).where('id', '=', id).execute()
const expire = (userId: number) =>
  app.connection.db
    .updateTable('sessions')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('userId', '=', userId)
    .execute()

/** A session that opened its area until `spoil`, so that `spoil` is the only reason of a later refusal. */
async function spoilt<Session extends { client: Client }>(
  session: Session,
  area: string,
  spoil: (session: Session) => Promise<unknown>,
): Promise<Client> {
  expect((await session.client.get(area)).statusCode).toBe(200)
  await spoil(session)
  return session.client
}

const CONSOLE = '/api/auth/user'
const PORTAL = '/api/broker/profile'

async function gatherStaffStates(): Promise<void> {
  const { token } = await staffSession('garbled@staff.example')
  const spoil = async (
    state: string,
    how: (session: { userId: number; client: Client }) => Promise<unknown>,
  ) =>
    deadToStaff.push([
      state,
      await spoilt(await staffSession(`${deadToStaff.length}@staff.example`), CONSOLE, how),
    ])
  deadToStaff.push(
    ['nobody', visitor(app)],
    ['a made-up cookie', withCookie(STAFF_COOKIE, 'abc.def')],
    ['a cookie cut short', withCookie(STAFF_COOKIE, cut(token))],
    ['a cookie under another name', withCookie(PORTAL_COOKIE, token)],
    ['the own session as a bearer', withToken(app, token)],
  )
  await spoil('expired', ({ userId }) => expire(userId))
  await spoil('signed out', ({ client }) => client.send('POST', '/api/logout'))
  await spoil('disabled', ({ userId }) => changeUser(userId, { disabledAt: new Date() }))
  await spoil('no longer staff', ({ userId }) => changeUser(userId, { role: null }))
}

async function gatherPortalStates(): Promise<void> {
  const { token } = await brokerSession()
  const spoil = async (
    state: string,
    how: (session: { userId: number; client: Client }) => Promise<unknown>,
  ) => deadToBrokers.push([state, await spoilt(await brokerSession(), PORTAL, how)])
  deadToBrokers.push(
    ['nobody', visitor(app)],
    ['a made-up bearer', withToken(app, 'abc.def')],
    ['a bearer cut short', withToken(app, cut(token))],
    ['a bearer without its signature', withToken(app, token.split('.')[0] ?? '')],
    ['the own session as a cookie', withCookie(PORTAL_COOKIE, token)],
    ['the own session as basic credentials', withHeader(`Basic ${token}`)],
    ['an empty bearer', withHeader('Bearer ')],
  )
  await spoil('expired', ({ userId }) => expire(userId))
  await spoil('signed out', ({ client }) => client.send('POST', '/api/broker/logout'))
  await spoil('disabled', ({ userId }) => changeUser(userId, { disabledAt: new Date() }))
  await spoil('no longer a broker', ({ userId }) => changeUser(userId, { brokerId: null }))
}

/** Each audience must refuse sessions of the other, even of a user who belongs to both. */
async function gatherBoth(): Promise<void> {
  const { token } = await brokerSession()
  deadToStaff.push(
    ['a broker', withToken(app, token)],
    ['a broker, as the staff cookie', withCookie(STAFF_COOKIE, token)],
    ['a broker, as the portal’s cookie', withCookie(PORTAL_COOKIE, token)],
  )
  for (const role of staffRoles) {
    const email = `${role}@both.example`
    await addStaff(app, email, role)
    const client = await signedIn(app, email)
    deadToBrokers.push(
      [`${role}`, client],
      [`${role}, as a bearer`, withToken(app, sessionIn(client))],
      [`${role}, as the portal’s cookie`, withCookie(PORTAL_COOKIE, sessionIn(client))],
    )
  }
  const { userId, email } = await addPortalBroker(app)
  await changeUser(userId, { role: 'admin' })
  const [inPortal, inConsole] = [await portalToken(app, email), await signedIn(app, email)]
  expect((await withToken(app, inPortal).get(PORTAL)).statusCode).toBe(200)
  expect((await inConsole.get(CONSOLE)).statusCode).toBe(200)
  deadToStaff.push(
    ['an admin in their portal', withToken(app, inPortal)],
    ['an admin’s portal session as the staff cookie', withCookie(STAFF_COOKIE, inPortal)],
  )
  deadToBrokers.push(
    ['a broker in the console', inConsole],
    ['a broker’s staff session as a bearer', withToken(app, sessionIn(inConsole))],
  )
}

/** Rows that an accepted request could have changed. */
async function trace(): Promise<unknown> {
  const { db } = app.connection
  const tables = ['auditLog', 'messages', 'brokers', 'users', 'documentTypes', 'campaigns'] as const
  return Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow(),
    ),
  )
}

beforeAll(async () => {
  app = await createTestApp()
  await gatherStaffStates()
  await gatherPortalStates()
  await gatherBoth()
  before = await trace()
})
afterAll(() => app?.close())

const named = (list: readonly Endpoint[]) => list.map((endpoint) => ({ endpoint, name: nameOf(endpoint) }))
const ofBrokers = endpoints.filter(({ access }) => access === 'broker')
const ofStaff = endpoints.filter(({ access }) => access !== 'broker' && access !== 'public')

async function expectRefused(endpoint: Endpoint, clients: readonly [string, Client][]): Promise<void> {
  const answers = await Promise.all(
    clients.map(async ([state, client]) => {
      const { status, body } = await ask(client, endpoint)
      return [state, status, errorBody.parse(JSON.parse(body)).code]
    }),
  )
  asked += answers.length
  expect(answers).toEqual(clients.map(([state]) => [state, 401, 'not_signed_in']))
}

describe('who is not signed in, in whatever state their session is', () => {
  // Covers: roles-audit-1
  it.each(named(ofStaff))('$name is 401', ({ endpoint }) => expectRefused(endpoint, deadToStaff))

  // Covers: roles-audit-1
  it.each(named(ofBrokers))('$name is 401', ({ endpoint }) => expectRefused(endpoint, deadToBrokers))

  // Covers: roles-audit-1
  it('left no trace of hundreds of requests', async () => {
    expect(asked).toBeGreaterThan(1000)
    expect(await trace()).toEqual(before)
  })
})
