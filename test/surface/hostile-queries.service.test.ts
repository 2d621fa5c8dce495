import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { encodeCursor } from '#server/platform/http/page.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { brokerClient } from '../worlds/broker-client.ts'
import { type Client, staffClient } from '../worlds/client.ts'

/** Values that no list gives as a cursor: wrong types, too large, not even JSON. */
const cursors = [
  'garbage',
  encodeCursor(['a']),
  encodeCursor([1.5]),
  encodeCursor([1e300]),
  encodeCursor(['a', 'b']),
  encodeCursor(['2026-13-45', 1]),
  encodeCursor([1, 2, 3]),
  encodeCursor(['\u0000', '\u0000']),
  encodeCursor(["'; drop table users; --"]),
]

const searches = [
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '<script>',
  '\u{1f4de}',
  'İ',
  '((((',
  '*:*',
  '\ud800',
  'a'.repeat(200),
]

// lists of their own: no id in the path, and nothing of the query is required
const lists = endpoints.filter(
  ({ method, kind, query, path }: Endpoint) =>
    method === 'GET' &&
    kind === 'json' &&
    query.safeParse({}).success &&
    query.type === 'object' &&
    !path.includes(':'),
)

let app: TestApp
let admin: Client
let broker: Client
beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
  broker = await brokerClient(app)
})
afterAll(() => app?.close())

describe.each(
  lists.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
)('%s', (_name, { path, access }) => {
  const asked = (url: string) => (access === 'broker' ? broker : admin).get(url)

  it('answers a made-up cursor with a message', async () => {
    for (const cursor of cursors) {
      const answer = await asked(`${path}?cursor=${encodeURIComponent(cursor)}`)
      expect(answer.statusCode, `${cursor}: ${answer.body}`).toBeLessThan(500)
    }
  })

  it('searches for whatever is typed', async () => {
    for (const q of searches) {
      const answer = await asked(`${path}?q=${encodeURIComponent(q.toWellFormed())}`)
      expect(answer.statusCode, `${q}: ${answer.body}`).toBe(200)
    }
    expect((await asked(`${path}?q=%00`)).statusCode).toBeLessThan(500)
  })
})

it.each([
  '/api/brokers/export',
  '/api/calls/export',
])('%s refuses what cannot be asked for before it sends anything', async (path) => {
  expect((await admin.get(`${path}?q=%00`)).statusCode).toBe(400)
})

it('knows the lists', () => {
  expect(lists.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/audit', '/api/campaigns', '/api/calls', '/api/broker/messages']),
  )
})
