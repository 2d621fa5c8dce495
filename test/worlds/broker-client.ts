import { randomUUID } from 'node:crypto'
import type { App } from '#server/app.ts'
import { type Client, PASSWORD, visitor } from './client.ts'

/** A broker in front of the portal: every request carries the bearer token. */
export interface BrokerClient extends Client {
  brokerId: number
  userId: number
  email: string
  token: string
}

export interface PortalPerson {
  email?: string
  name?: string
}

/** Adds a broker with an account of the portal that PASSWORD opens. */
export async function addPortalBroker(
  app: App,
  { email = `broker-${randomUUID()}@example.com`, name = 'Petra Quill' }: PortalPerson = {},
): Promise<{ brokerId: number; userId: number; email: string }> {
  const { db } = app.connection
  const broker = await db
    .insertInto('brokers')
    .values({ name, email, phone: '+61491570156', region: 'NSW' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await db
    .insertInto('users')
    .values({ email, name, emailVerified: true, brokerId: broker.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const password = await app.providers.portalSignIn.hashPassword(PASSWORD)
  await db
    .insertInto('credentials')
    .values({ userId: user.id, accountId: String(user.id), providerId: 'credential', password })
    .execute()
  return { brokerId: broker.id, userId: user.id, email }
}

/** Signs in to the portal through POST /api/broker/login. @throws where that is refused */
export async function portalToken(
  app: Pick<App, 'server'>,
  email: string,
  password = PASSWORD,
): Promise<string> {
  const answer = await visitor(app).send('POST', '/api/broker/login', { email, password })
  if (answer.statusCode !== 200) throw new Error(`sign-in of ${email}: ${answer.statusCode} ${answer.body}`)
  return answer.json<{ token: string }>().token
}

/** Sends every request with this token, and no cookie. */
export function withToken(app: Pick<App, 'server'>, token: string): Client {
  const { cookie, get, send } = visitor(app)
  const authorization = `Bearer ${token}`
  return {
    cookie,
    get: (url, options) => get(url, { ...options, headers: { authorization, ...options?.headers } }),
    send: (method, url, body, options) =>
      send(method, url, body, { ...options, headers: { authorization, ...options?.headers } }),
  }
}

/** Adds a broker and signs them in to the portal. */
export async function brokerClient(app: App, person: PortalPerson = {}): Promise<BrokerClient> {
  const added = await addPortalBroker(app, person)
  const token = await portalToken(app, added.email)
  return { ...added, token, ...withToken(app, token) }
}
