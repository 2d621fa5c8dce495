import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Webhook as WebhookRow } from '#contract/webhooks/webhook-endpoints.ts'
import { webhookData, webhookEvents } from '#contract/webhooks/webhook-events.ts'
import { isSignedBy, status, type WebhookReceiver, webhookReceiver } from '#test/doubles/webhook-receiver.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { addBdm, days } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { deliveriesOf, makeWebhook, webhookWorker } from '#test/worlds/webhooks-world.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let admin: Client
let receiver: WebhookReceiver
let now = new Date()

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  receiver = await webhookReceiver()
})
afterAll(async () => {
  await receiver?.close()
  await app?.close()
})
beforeEach(async () => {
  now = new Date()
  await app.connection.db.deleteFrom('webhookEndpoints').execute()
  admin = await staffClient(app, 'admin')
  receiver.received.length = 0
  receiver.answer = status(204)
})

const at = (id: number, path = ''): string => `/api/webhook-endpoints/${id}${path}`
const webhook = async (id: number): Promise<WebhookRow | undefined> =>
  (await admin.get('/api/webhook-endpoints')).json<WebhookRow[]>().find((one) => one.id === id)

/** Runs one process until no delivery of the webhook is due. */
async function work(id: number, processes = 1): Promise<void> {
  const workers = Array.from({ length: processes }, () => webhookWorker(app, { timeoutMs: 2000 }))
  for (const worker of workers) worker.start()
  await until('nothing is due', async () =>
    (await deliveriesOf(app, id)).every(({ nextAttemptAt }) => nextAttemptAt === null || nextAttemptAt > now),
  )
  await Promise.all(workers.map((worker) => worker.stop()))
}
const addBroker = async (name = 'Wei Li'): Promise<number> => {
  const body = { name, phone: '(02) 5550 1234', email: `${crypto.randomUUID()}@example.com` }
  const answer = await admin.send('POST', '/api/brokers', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

// Covers: integrations-5
it('signs an event that its library verifies, with ids and states only', async () => {
  const { id, secret } = await makeWebhook(app, receiver.url, ['booking.created', 'broker.changed'])
  await addBdm(app)
  const from = now.toISOString().slice(0, 10)
  const to = new Date(now.getTime() + 30 * 24 * HOUR_MS).toISOString().slice(0, 10)
  const slots = (await days(app, from, to)).flatMap((day) => day.slots)
  const scheduledDate = slots.find(({ available }) => available)?.start
  const brokerId = await addBroker()
  const booked = await admin.send('POST', '/api/bookings/for-broker', {
    ...{ brokerId, meetingType: 'training-session', scheduledDate, attendees: 1 },
  })
  expect(booked.statusCode, booked.body).toBe(201)
  await work(id)
  const made = receiver.received.find(({ body }) => body.type === 'booking.created')
  expect(made?.body.data).toMatchObject({ brokerId, status: 'booked', callId: null, simulated: false })
  for (const one of receiver.received) {
    expect(() => receiver.verify(one, secret)).not.toThrow()
    expect(() => receiver.verify({ ...one, raw: one.raw.replace('{', '{ ') }, secret)).toThrow()
    expect(one.raw).not.toMatch(/Wei|example|5550/)
    expect(one.headers['user-agent']).toMatch(/^Brokerline/)
  }
})

// Covers: integrations-6, integrations-7
it('retries with the same id for three days, reports a day of failures by a task, and stays switched on', async () => {
  const { id } = await makeWebhook(app, receiver.url, ['broker.changed'])
  receiver.answer = status(500)
  const begin = now
  const brokerId = await addBroker('Ines Novak')
  const tasks = async () =>
    app.connection.db.selectFrom('tasks').selectAll().where('kind', '=', 'webhook_failing').execute()
  let toldAt: Date | null = null
  for (;;) {
    await work(id)
    const [delivery] = await deliveriesOf(app, id)
    if (!toldAt && (await tasks()).length > 0) toldAt = now
    if (!delivery?.nextAttemptAt) break
    now = delivery.nextAttemptAt
  }
  const [delivery] = await deliveriesOf(app, id)
  expect(delivery).toMatchObject({ state: 'failed', status: 500, error: 'It answered with status 500.' })
  expect(now.getTime() - begin.getTime()).toBe(72 * HOUR_MS)
  const hours = ((toldAt?.getTime() ?? 0) - begin.getTime()) / HOUR_MS
  expect(hours).toBeGreaterThanOrEqual(24)
  expect(hours).toBeLessThan(29)
  expect(await tasks()).toMatchObject([{ state: 'open' }])
  const mails = await app.connection.db
    .selectFrom('messages')
    .select(['subject'])
    .where('template', '=', 'staff_report')
    .execute()
  expect(mails[0]?.subject).toContain('the webhook has failed for a day')
  const ids = new Set(receiver.received.map((one) => one.id))
  expect([ids.size, receiver.received.length > 20]).toEqual([1, true])
  admin = await staffClient(app, 'admin')
  expect(await webhook(id)).toMatchObject({ lastError: 'It answered with status 500.', waiting: 0 })
  // a later event is sent as if nothing had been, and its success ends the task
  receiver.answer = status(200)
  await admin.send('PATCH', `/api/brokers/${brokerId}`, { company: 'Novak Finance' })
  await work(id)
  expect(await webhook(id)).toMatchObject({ failingSince: null, lastError: null })
  expect(await tasks()).toMatchObject([{ state: 'ended' }])
})

// Covers: integrations-8
it('sends one event again, or those of a time range, with the same ids', async () => {
  const { id } = await makeWebhook(app, receiver.url, ['broker.changed'])
  const begin = now
  for (const name of ['Ada Quill', 'Mira Fox', 'Petra Lowe']) await addBroker(name)
  await work(id)
  const ids = receiver.received.map((one) => one.id)
  expect(new Set(ids).size).toBe(3)
  const list = (await admin.get(at(id, '/deliveries'))).json<{ id: number; eventId: string }[]>()
  const one = list[0]
  expect(list).toMatchObject(Array(3).fill({ state: 'delivered', status: 204, attempts: 1 }))
  receiver.received.length = 0
  expect((await admin.send('POST', at(id, `/deliveries/${one?.id}/replay`))).json()).toMatchObject({
    state: 'waiting',
  })
  expect((await admin.send('POST', at(id, `/deliveries/${one?.id}/replay`))).statusCode).toBe(409)
  await work(id)
  expect(receiver.received.map((each) => each.id)).toEqual([one?.eventId])
  const range = (from: Date, to: Date, only: string) =>
    admin.send('POST', at(id, '/replay'), { from: from.toISOString(), to: to.toISOString(), only })
  const end = new Date(now.getTime() + 1000)
  expect((await range(begin, end, 'failed')).json()).toEqual({ replayed: 0 })
  expect((await range(end, new Date(end.getTime() + 1), 'all')).json()).toEqual({ replayed: 0 })
  receiver.received.length = 0
  expect((await range(begin, end, 'all')).json()).toEqual({ replayed: 3 })
  await work(id)
  expect(receiver.received.map((each) => each.id).toSorted()).toEqual(ids.toSorted())
  const details = (await admin.get(at(id, `/deliveries/${one?.id}`))).json()
  expect(details.log).toHaveLength(3)
  expect(receiver.received.map(({ raw }) => raw)).toContain(details.body)
  expect((await range(end, begin, 'all')).json().fields).toHaveProperty('to')
})

// Covers: integrations-9
it('gets a line in the log for a target that hangs, redirects, cuts off, or sends without end; others go on', async () => {
  const bad = await makeWebhook(app, receiver.url, ['broker.changed'])
  const good = await webhookReceiver()
  const fine = await makeWebhook(app, good.url, ['broker.changed'])
  const tries: [string, (typeof receiver)['answer'], string, unknown][] = [
    ['hangs', () => undefined, 'waiting', expect.stringMatching(/took too long/)],
    [
      'redirects',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'waiting',
      expect.stringMatching(/redirect/),
    ],
    ['cuts off', (response) => response.destroy(), 'waiting', expect.stringMatching(/could not be reached/)],
    [
      'accepts, and sends 5 GB',
      (response) => {
        const chunk = Buffer.alloc(1024 * 1024)
        const more = (): void => {
          while (!response.destroyed && sent < 5000) {
            sent += 1
            if (!response.write(chunk)) return void response.once('drain', more)
          }
        }
        response.writeHead(200)
        more()
      },
      'delivered',
      null,
    ],
  ]
  let sent = 0
  for (const [what, answer, state, error] of tries) {
    receiver.answer = answer
    await addBroker(what)
    const begin = performance.now()
    await Promise.all([work(bad.id), work(fine.id)])
    const newest = (await deliveriesOf(app, bad.id)).at(-1)
    expect([what, newest?.state, newest?.error]).toEqual([what, state, error])
    expect((await deliveriesOf(app, fine.id)).at(-1)).toMatchObject({ state: 'delivered' })
    expect(performance.now() - begin).toBeLessThan(15_000)
  }
  expect(sent).toBeLessThan(100)
  await good.close()
})

// Covers: integrations-9
it('refuses an internal address, and one that leads to one, with a sentence', async () => {
  const closed = await createTestApp({
    env: { DEMO: 'off', RATE_LIMITS: 'on' },
    databaseUrl: app.databaseUrl,
    now: () => now,
  })
  const client = await staffClient(closed, 'admin')
  const add = (url: string) =>
    client.send('POST', '/api/webhook-endpoints', {
      name: crypto.randomUUID(),
      url,
      events: ['broker.changed'],
    })
  const count = async () => (await client.get('/api/webhook-endpoints')).json().length
  const before = await count()
  for (const [url, sentence] of [
    ['http://hooks.example.com/', /https/],
    ['https://127.0.0.1/x', /not on the open internet/],
    ['https://[::1]/x', /not on the open internet/],
    ['https://169.254.169.254/latest/meta-data', /not on the open internet/],
    ['https://0x7f000001/', /not on the open internet/],
    ['https://localhost/x', /not on the open internet/],
    ['https://user:pass@hooks.example.com/', /user name/],
    ['javascript:alert(1)', /https/],
    ['hooks', /https/],
  ] as const) {
    const answer = await add(url)
    expect([url, answer.statusCode]).toEqual([url, 400])
    expect(answer.json().fields.url).toMatch(sentence)
  }
  expect(await count()).toBe(before)
  // a name that was moved to an internal address after it was stored
  const { id } = await makeWebhook(app, receiver.url, ['broker.changed'])
  await addBroker()
  const worker = webhookWorker(closed)
  worker.start()
  await until('it was tried', async () => (await deliveriesOf(app, id))[0]?.lastAttemptAt != null)
  await worker.stop()
  expect((await deliveriesOf(app, id))[0]?.error).toMatch(/https|not on the open internet/)
  expect(receiver.received).toEqual([])
  await closed.close()
})

// Covers: integrations-5
it('signs with both secrets while a rotation overlaps, and says when SESSION_SECRET has changed', async () => {
  const { id, secret } = await makeWebhook(app, receiver.url, ['broker.changed'])
  const rotated = await admin.send('POST', at(id, '/rotate'), { overlapHours: 1 })
  const { secret: next } = rotated.json()
  await addBroker()
  await work(id)
  const one = receiver.received[0]
  if (!one) throw new Error('nothing was received')
  for (const each of [secret, next]) expect(isSignedBy(one, each)).toBe(true)
  expect(JSON.stringify(await webhook(id))).not.toContain(next)
  now = new Date(now.getTime() + HOUR_MS)
  await addBroker()
  await work(id)
  const two = receiver.received[1]
  if (!two) throw new Error('nothing was received')
  expect([isSignedBy(two, next), isSignedBy(two, secret)]).toEqual([true, false])
  await app.connection.db.updateTable('webhookSecrets').set({ hint: '????' }).execute()
  await addBroker()
  await work(id)
  expect((await deliveriesOf(app, id)).at(-1)?.error).toMatch(/SESSION_SECRET was changed/)
})

// Covers: integrations-10
it('erases events with their person, after telling receivers of the deletion', async () => {
  const { id } = await makeWebhook(app, receiver.url, [
    'broker.changed',
    'broker.deleted',
    'suppression.added',
  ])
  const brokerId = await addBroker('Only One')
  await admin.send('PATCH', `/api/brokers/${brokerId}`, { phone: '(02) 5550 7777' })
  await admin.send('POST', '/api/suppressions', { phoneNumber: '(02) 5550 7777', reason: 'x' })
  await work(id)
  const told = receiver.received.find(({ body }) => body.type === 'suppression.added')
  expect(told?.body.data).toEqual({ phoneNumber: '+61255507777', brokerIds: [brokerId], simulated: false })
  expect((await admin.send('DELETE', `/api/brokers/${brokerId}`)).statusCode).toBe(200)
  const stored = await app.connection.db.selectFrom('webhookEvents').selectAll().execute()
  expect(stored.filter(({ brokerId: of }) => of === brokerId)).toMatchObject([{ type: 'broker.deleted' }])
  expect(JSON.stringify(stored)).not.toContain('55507777')
})

it('stores nothing where no webhook is subscribed', async () => {
  for (const { id } of (await admin.get('/api/webhook-endpoints')).json<WebhookRow[]>()) {
    expect((await admin.send('DELETE', at(id))).statusCode).toBe(200)
  }
  const count = async () =>
    (await app.connection.db.selectFrom('webhookEvents').select('id').execute()).length
  const before = await count()
  await addBroker()
  expect(await count()).toBe(before)
})

// Covers: integrations-11
it('is described in the API’s description, event by event', async () => {
  const { openapi, webhooks } = (await visitor(app).get('/api/openapi.json')).json()
  expect(openapi).toMatch(/^3\.1/)
  expect(Object.keys(webhooks)).toEqual(Object.keys(webhookData))
  for (const event of webhookEvents) {
    const { schema } = webhooks[event].post.requestBody.content['application/json']
    expect(schema.properties.type).toMatchObject({ const: event })
    expect(schema.properties.data.type).toBe('object')
  }
})

it('is the admins’ alone, and a broken form changes nothing', async () => {
  for (const role of ['lender', 'compliance', 'viewer'] as const) {
    const member = await staffClient(app, role)
    expect((await member.get('/api/webhook-endpoints')).statusCode).toBe(403)
  }
  const add = (body: object) =>
    admin.send('POST', '/api/webhook-endpoints', {
      ...{ name: 'CRM', url: receiver.url, events: ['broker.changed'] },
      ...body,
    })
  expect((await add({})).statusCode).toBe(201)
  for (const [body, field] of [
    [{ name: 'crm' }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'B', events: [] }, 'events'],
    [{ name: 'B', events: ['webhook.test'] }, 'events.0'],
    [{ name: 'B', url: 'https://'.padEnd(1200, 'x') }, 'url'],
  ] as const) {
    const answer = await add(body)
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
  }
})
