import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type DatabaseNetwork, type NetworkState, openDatabaseNetwork } from '#test/doubles/network.ts'
import { PATIENCE } from '#test/patience.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import { addPortalBroker, portalToken, withToken } from '#test/worlds/broker-client.ts'
import { type Client, PASSWORD, staffClient, visitor } from '#test/worlds/client.ts'

let database: TestDatabase
let network: DatabaseNetwork
let app: TestApp
let staff: Client
let broker: Client

beforeAll(async () => {
  database = await createTestDatabase()
  network = await openDatabaseNetwork(database.url)
  app = await createTestApp({ databaseUrl: network.url })
  staff = await staffClient(app, 'admin')
  broker = withToken(app, await portalToken(app, (await addPortalBroker(app)).email))
})
afterAll(async () => {
  await network.turn('through')
  await app.close()
  await network.close()
  await database.drop()
})

const requests = () => [
  staff.get('/api/brokers'),
  staff.get('/api/auth/user'),
  staff.send('POST', '/api/brokers', { name: 'Wei Li', phone: '0491 570 156', callBasis: 'relationship' }),
  visitor(app).send('POST', '/api/login', { email: 'admin.client@staff.example', password: PASSWORD }),
  broker.get('/api/broker/documents'),
  visitor(app).get('/api/bookings/availability?from=2026-11-24&to=2026-11-24'),
]

const browser = (page: string, by = visitor(app)) =>
  by.get(page, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
const pages = [
  '/booking?broker=1',
  '/booking/manage/token',
  '/accreditation',
  '/accreditation/resume/token',
  '/accreditation/status/token',
  '/microsite/spring',
  '/s/code',
]

// Covers: running-24
it.each<NetworkState>([
  'refused',
  'slammed',
])('while the database is away (%s) every request is told so, nobody is signed out, and all goes on by itself', async (state) => {
  await network.turn(state)
  for (const answer of await Promise.all(requests())) {
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']], answer.body).toEqual([
      503,
      'unavailable',
      '5',
    ])
    expect(answer.json().message).toBe('The database cannot be reached. Try again in a minute.')
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  for (const page of pages) {
    const answer = await browser(page)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['retry-after']], page).toEqual([
      503,
      'text/html; charset=utf-8',
      '5',
    ])
    expect(answer.body).toContain('<p>The database cannot be reached. Try again in a minute.</p>')
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  // requests by programs still get JSON
  for (const answer of [await visitor(app).get('/booking'), await browser('/api/brokers', staff)])
    expect(answer.json().code).toBe('unavailable')
  expect((await app.server.inject('/readyz')).statusCode).toBe(503)
  expect((await app.server.inject('/healthz')).statusCode).toBe(200)
  await network.turn('through')
  await vi.waitUntil(async () => (await app.server.inject('/readyz')).statusCode === 200, PATIENCE)
  expect((await staff.get('/api/auth/user')).statusCode).toBe(200)
  expect((await broker.get('/api/broker/documents')).statusCode).toBe(200)
})
