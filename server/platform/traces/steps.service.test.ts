import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readBusyFeed } from '#server/modules/bookings/busy-feeds.ts'
import { deliver } from '#server/modules/webhooks/deliver.ts'
import { withStoreSpans } from '#server/providers/files/store-spans.ts'
import type { FileStore } from '#server/providers/ports/files.ts'
import { type Double, startDouble } from '#test/doubles/double.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { eventIcs } from '#test/worlds/calendars-world.ts'
import { inSpan, type SpanEnd, type SpanStart, type Tracing } from './spans.ts'

const PARENT = { name: 'job', kind: 'consumer' } as const

interface Made extends SpanStart {
  ended: SpanEnd
}
let made: Made[] = []
/** Traces in memory: the context of a span is its name. */
const tracing: Tracing = {
  start(start) {
    const span: Made = { ...start, ended: {} }
    made.push(span)
    return {
      traceparent: start.name,
      end(end = {}) {
        span.ended = end
      },
    }
  },
  close: async () => undefined,
}
const named = (name: string): Made[] => made.filter((span) => span.name === name)

let app: TestApp
let server: Double
beforeAll(async () => {
  app = await createTestApp()
  const start = new Date(Date.now() + 86_400_000)
  const body = eventIcs('own', start, new Date(start.getTime() + 3_600_000))
  server = await startDouble({
    refuse: () => null,
    routes: [{ method: 'GET', path: /^\/secret-of-ann\.ics$/, answer: () => ({ status: 200, body }) }],
  })
})
afterAll(async () => {
  await app?.close()
  await server?.close()
})
beforeEach(() => {
  made = []
})

// Covers: running-35
it('shows statements and the request of a feed below the work, and neither values nor addresses', async () => {
  const bdm = await addBdm(app, { name: 'Ann Ng', email: 'ann.ng@example.com' })
  await app.connection.db
    .updateTable('bdms')
    .set({ busyFeedUrl: `${server.url}/secret-of-ann.ics` })
    .where('id', '=', bdm)
    .execute()
  expect(made).toEqual([])
  await inSpan(tracing, PARENT, () => readBusyFeed(app.ctx(), bdm))
  expect(named('GET external')).toMatchObject([
    {
      parent: 'job',
      kind: 'client',
      ended: { attributes: { 'http.response.status_code': 200 }, error: null },
    },
  ])
  expect(named('SELECT bdms')[0]).toMatchObject({
    parent: 'job',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.collection.name': 'bdms',
    },
    ended: { error: null },
  })
  expect(JSON.stringify(made)).not.toMatch(/ann|127\.0\.0\.1|localhost|secret/i)
})

// Covers: running-35
it('names the kind of a statement’s failure, and stops after a hundred statements', async () => {
  await inSpan(tracing, PARENT, async () => {
    const copy = { name: 'Ann Ng', email: 'ann@example.com', id: 1 }
    await app.connection.db
      .insertInto('bdms')
      .values({ ...copy, nothing: 1 } as never)
      .execute()
      .catch(() => null)
    for (let count = 0; count < 120; count++)
      await app.connection.db.selectFrom('organisation').select('id').execute()
  })
  expect(named('INSERT bdms')).toMatchObject([{ ended: { error: expect.stringMatching(/^\w+$/) } }])
  expect(named('SELECT organisation')).toHaveLength(99)
  expect(JSON.stringify(made)).not.toMatch(/ann/i)
})

// Covers: running-35
it('shows an attempt of a webhook with its event, and how it ended', async () => {
  const ctx = app.ctx()
  Object.assign(ctx.providers, { tracing })
  const claimed = {
    ...{ id: 7, attempts: 1, retryUntil: new Date(), eventId: 'evt', type: 'booking.made' },
    ...{ occurredAt: new Date(), data: { name: 'Ann Ng' } },
  }
  const target = { url: `${server.url}/hook-of-ann`, keys: [] }
  const sending = { timeoutMs: 5000, signal: new AbortController().signal }
  await deliver(ctx, target, claimed, sending)
  expect(made).toMatchObject([
    {
      name: 'deliver webhook',
      attributes: {
        'brokerline.webhook.delivery.id': 7,
        'brokerline.webhook.event': 'booking.made',
        'brokerline.webhook.attempt': 2,
      },
      ended: { error: 'not_sent' },
    },
  ])
  Object.assign(ctx.providers, { tracing: null })
  expect(JSON.stringify(made)).not.toMatch(/ann|127\.0\.0\.1/i)
})

// Covers: running-35
it('shows operations on the file store without the names of files', async () => {
  const store = withStoreSpans({
    put: async () => undefined,
    get: async () => Readable.from(['x']),
    remove: async () => {
      throw new Error('the store refused ann.age')
    },
  } as Partial<FileStore> as FileStore)
  await store.put('ann.age', Readable.from(['x']))
  expect(made).toEqual([])
  await inSpan(tracing, PARENT, async () => {
    await store.put('ann.age', Readable.from(['x']))
    await store.get('ann.age')
    await store.remove('ann.age').catch(() => undefined)
  })
  expect(made.map(({ name, ended }) => [name, ended.error ?? null])).toEqual([
    ['job', null],
    ['put file', null],
    ['get file', null],
    ['remove file', 'Error'],
  ])
  expect(JSON.stringify(made)).not.toMatch(/ann/i)
})
