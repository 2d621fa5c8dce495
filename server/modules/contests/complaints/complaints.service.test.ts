import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { mailsOf } from '#test/worlds/contests-world.ts'
import { remindStaff } from '../remind-staff.ts'
import { fileComplaint } from './file-complaint.ts'

const START = new Date('2026-11-24T02:00:00Z')
const DAY_MS = 86_400_000
let app: TestApp
let now = START
let compliance: Client
let broker: BrokerClient

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app?.close())
beforeEach(async () => {
  now = START
  await asOwner(
    app.databaseUrl,
    'delete from messages; delete from tasks; delete from complaints; delete from users where broker_id is not null; delete from brokers',
  )
  compliance = await staffClient(app, 'compliance')
  broker = await brokerClient(app)
})

const tasks = async (query = '') => (await compliance.get(`/api/tasks?kind=complaint${query}`)).json()
const list = async (query = '') => (await compliance.get(`/api/complaints${query}`)).json()
const answer = (id: number, client = compliance) =>
  client.send('POST', `/api/complaints/${id}/answer`, {
    ...{ outcome: 'partly_upheld', answer: 'The agent should have said who called.' },
  })

// Covers: contests-6, contests-5
it('a broker complains in the portal: acknowledged by mail, due in 30 days, reminded, answered', async () => {
  const call = await app.connection.db
    .insertInto('calls')
    .values({
      ...{ brokerId: broker.brokerId, toNumber: '+61491570156', provider: 'simulator', simulated: true },
      ...{ status: 'completed', createdAt: START },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await broker.get('/api/broker/complaints/calls')).json()).toMatchObject([{ id: call.id }])
  const complain = (client: Client) =>
    client.send('POST', '/api/broker/complaints', { words: 'It rang twice.', callId: call.id })
  const stranger = await complain(await brokerClient(app))
  expect([stranger.statusCode, stranger.json().fields]).toEqual([
    400,
    { callId: 'Choose a call to this broker' },
  ])
  const made = await complain(broker)
  expect([made.statusCode, made.json()]).toMatchObject([
    201,
    { status: 'open', dueOn: '2026-12-24', callAt: START.toISOString(), acknowledgedAt: START.toISOString() },
  ])
  const { id } = made.json<{ id: number }>()
  expect(await mailsOf(app, 'complaint_received')).toMatchObject([{ recipient: broker.email }])
  expect(await tasks()).toMatchObject([
    { dueAt: '2026-12-24T13:00:00.000Z', subject: { type: 'complaint', id } },
  ])

  now = new Date(START.getTime() + 23 * DAY_MS)
  await remindStaff(app.ctx())
  expect(await mailsOf(app, 'staff_report')).toMatchObject([{ subject: 'Complaint to answer in 7 days' }])
  expect((await answer(id, await staffClient(app, 'lender'))).statusCode).toBe(403)
  expect((await answer(id)).json()).toMatchObject({ status: 'partly_upheld', answeredBy: 'Test compliance' })
  expect((await answer(id)).statusCode).toBe(409)
  expect(await mailsOf(app, 'complaint_answered')).toMatchObject([{ recipient: broker.email }])
  expect((await broker.get('/api/broker/complaints')).json()).toMatchObject([
    { id, answer: 'The agent should have said who called.' },
  ])
  expect(await tasks('&state=ended')).toMatchObject([
    { endedReason: 'The complaint was answered or withdrawn.' },
  ])
})

// Covers: contests-6
it('staff record one by phone: to be acknowledged within 24 hours from the day of its receipt', async () => {
  const record = (fields: object, client = compliance) =>
    client.send('POST', '/api/complaints', { channel: 'phone', words: 'Would not stop.', ...fields })
  expect((await record({})).json().fields).toEqual({
    name: 'Give a name, an email address or a phone number',
  })
  expect((await record({ name: 'Ann', receivedOn: '2026-11-25' })).json().fields).toEqual({
    receivedOn: 'Choose a day that has begun',
  })
  expect((await record({ name: 'Ann' }, await staffClient(app, 'viewer'))).statusCode).toBe(403)
  const recorded = await record(
    { phone: '0491 570 157', receivedOn: '2026-11-23' },
    await staffClient(app, 'lender'),
  )
  expect(recorded.statusCode, recorded.body).toBe(201)
  const { id } = recorded.json<{ id: number }>()
  expect(await tasks('&overdue=true')).toMatchObject([{ phone: '+61491570157' }])
  expect(await list('?late=true')).toMatchObject([
    { id, acknowledgeBy: '2026-11-23T13:00:00.000Z', dueOn: '2026-12-23', recordedBy: 'Test lender' },
  ])
  const acknowledge = () => compliance.send('POST', `/api/complaints/${id}/acknowledge`)
  expect((await acknowledge()).json()).toMatchObject({ acknowledgedBy: 'Test compliance' })
  expect((await acknowledge()).statusCode).toBe(409)
  expect(await tasks()).toMatchObject([{ dueAt: '2026-12-23T13:00:00.000Z' }])
})

// Covers: contests-6
it('the public page files one: linked to the number’s one broker, mailed only to the address that was typed', async () => {
  const visitor = app.ctx({ kind: 'visitor', ip: null })
  const words = 'Somebody called me three times.'
  const typed = await fileComplaint(visitor, {
    ...{ channel: 'verify', words, phone: '0491 570 156', email: 'typed@example.com' },
  })
  expect(typed).toMatchObject({ dueOn: '2026-12-24', acknowledged: true })
  const without = await fileComplaint(visitor, { channel: 'verify', words, phone: '0491 570 156' })
  const robot = await fileComplaint(visitor, {
    ...{
      channel: 'verify',
      words,
      email: 'robot@example.com',
      suspicion: 'May have been sent by a program.',
    },
  })
  expect([without.acknowledged, robot.acknowledged]).toEqual([false, false])
  expect(await mailsOf(app, 'complaint_received')).toMatchObject([{ recipient: 'typed@example.com' }])
  expect((await list()).map((one: { broker: object | null }) => one.broker !== null)).toEqual([
    false,
    true,
    true,
  ])
  expect((await broker.get('/api/broker/complaints')).json()).toEqual([])
})

// Covers: contests-7, contests-8
it('are listed with filters and as CSV, and stay for the reports without the person who is erased', async () => {
  await broker.send('POST', '/api/broker/complaints', { words: '=HYPERLINK("x")' })
  await fileComplaint(app.ctx(), { channel: 'letter', words: 'By letter', name: 'Ann Ng' })
  expect(await list('?channel=letter')).toMatchObject([{ name: 'Ann Ng' }])
  expect(await list('?q=ann')).toHaveLength(1)
  expect(await list('?status=upheld')).toEqual([])
  expect(await list('?from=2026-11-25')).toEqual([])
  expect((await compliance.get('/api/complaints?from=2026-11-25&to=2026-11-24')).statusCode).toBe(400)
  const csv = await compliance.get('/api/complaints/export?channel=portal')
  expect(csv.body.split('\r\n')).toHaveLength(3)
  expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`)
  expect((await (await staffClient(app, 'lender')).get('/api/complaints/export')).statusCode).toBe(403)
  const admin = await staffClient(app, 'admin')
  const erased = await admin.send('DELETE', `/api/brokers/${broker.brokerId}`)
  expect(erased.json().receipt.lines).toContainEqual(
    expect.objectContaining({ what: 'Complaints about calls', rows: 1, outcome: 'anonymised' }),
  )
  expect(await list('?channel=portal')).toMatchObject([
    { broker: null, name: null, words: 'Erased with the person’s record.', status: 'withdrawn' },
  ])
  const report = (await compliance.get('/api/surveillance/report?month=2026-11')).json()
  const lines = report.sections.flatMap((section: { lines: object[] }) => section.lines)
  expect(lines).toContainEqual({ label: 'Complaints', value: 2, unit: 'count' })
})
