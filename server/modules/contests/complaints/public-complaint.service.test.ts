import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signFormTime } from '#server/input/form-check.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBroker } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

const NOW = new Date('2026-11-24T01:00:00Z')
const WORDS = 'I had asked\nnot to be <b>called</b>.'
let app: TestApp
let compliance: Client
let broker: { id: number; phone: string }
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  compliance = await staffClient(app, 'compliance')
  broker = { id: await addBroker(app, { phone: '+61491570156' }), phone: '0491 570 156' }
})
afterAll(() => app?.close())
beforeEach(async () => {
  for (const table of ['complaints', 'messages', 'tasks'] as const)
    await app.connection.db.deleteFrom(table).execute()
})

const openedAt = (seconds: number): string =>
  signFormTime({ secret: app.providers.secret, now: new Date(NOW.getTime() - seconds * 1000) })
const send = (fields: Record<string, string>, to = app): Promise<LightMyRequestResponse> =>
  to.server.inject({
    ...{ method: 'POST', url: '/verify/complaint' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      words: WORDS,
      formTime: openedAt(60),
      formCheck: '',
      ...fields,
    }).toString(),
  })
const list = async () => (await compliance.get('/api/complaints')).json()
const mails = async () =>
  (
    await app.connection.db
      .selectFrom('messages')
      .select('recipient')
      .where('template', '=', 'complaint_received')
      .execute()
  ).map(({ recipient }) => recipient)

// Covers: verification-7
it('files a complaint with its deadlines and a task, and acknowledges it to the typed address alone', async () => {
  const answer = await send({ name: 'Ann Ng', email: 'ann@example.com', phone: broker.phone })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('Thank you. We have your complaint')
  expect(answer.body).toContain('24 Dec')
  expect(await list()).toMatchObject([
    {
      ...{ channel: 'verify', words: WORDS, name: 'Ann Ng', email: 'ann@example.com', suspicion: null },
      ...{ broker: { id: broker.id }, dueOn: '2026-12-24' },
    },
  ])
  expect(await mails()).toEqual(['ann@example.com'])
  expect((await compliance.get('/api/tasks?kind=complaint')).json()).toHaveLength(1)
})

// Covers: verification-7
it('answers the same for a broker’s number, an unknown number and an invalid one', async () => {
  const answers = []
  for (const phone of [broker.phone, '0491 570 157', 'none']) answers.push(await send({ phone }))
  const [first, ...others] = answers.map(({ statusCode, headers, body }) => ({
    ...{ statusCode, length: headers['content-length'], encoding: headers['content-encoding'] },
    body: body.replaceAll(/name="formTime" value="[^"]+"/g, ''),
  }))
  for (const other of others) expect(other).toEqual(first)
  expect(first).toMatchObject({ statusCode: 200, length: '16384', encoding: undefined })
  const found = await app.server.inject('/verify')
  expect(Buffer.byteLength(found.body)).toBeLessThan(16_384)
  expect(await list()).toHaveLength(3)
})

// Covers: verification-7
it('names missing fields and keeps the text of the others', async () => {
  const before = (await list()).length
  const without = await send({})
  expect(without.body).toContain('Give an email address or a phone number, so that we can answer')
  expect(without.body).toContain('not to be &lt;b&gt;called&lt;/b&gt;.')
  expect(without.headers['content-length']).toBe('16384')
  expect((await send({ words: ' ', email: 'a@example.com' })).body).toContain('Say what happened')
  expect((await send({ email: 'no address' })).body).toContain('Valid email is required')
  expect(await list()).toHaveLength(before)
})

// Covers: verification-7
it('marks complaints that a bot may have sent, mails none of them, and accepts ten an hour from a network', async () => {
  await send({ email: 'robot@example.com', formCheck: 'filled' })
  await send({ email: 'quick@example.com', formTime: openedAt(1) })
  await send({ email: 'direct@example.com', formTime: 'forged' })
  for (const { suspicion } of await list()) expect(suspicion).toContain('May have been sent by a program')
  expect(await mails()).toEqual([])
  const limited = await createTestApp({ env: { RATE_LIMITS: 'on' }, now: () => NOW })
  try {
    const statuses = []
    for (let sent = 0; sent < 11; sent++)
      statuses.push((await send({ phone: '0491 570 157' }, limited)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  } finally {
    await limited.close()
  }
})
