import { afterAll, beforeAll, expect, it } from 'vitest'
import type { dashboardToday } from '#contract/dashboard/today.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { StaffRole } from '#contract/policy.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'

/** A Monday, 1:00 pm in Sydney. */
const NOW = new Date('2026-11-23T02:00:00Z')
const FRIDAY_FIVE = '2026-11-20T06:00:00.000Z'
const hours = (count: number): Date => new Date(NOW.getTime() + count * 3_600_000)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
})
afterAll(() => app?.close())

const today = async (role: StaffRole): Promise<ReturnsOf<typeof dashboardToday>> =>
  (await (await staffClient(app, role)).get('/api/dashboard/today')).json()

// Covers: dashboard-18
it('sums up the nights since the last working day, and lists what is due today in order', async () => {
  const { db } = app.connection
  const [broker] = await db
    .insertInto('brokers')
    .values({ name: 'Marco Zhang', company: 'Harbour Finance', phone: '+61491570156' })
    .returning('id')
    .execute()
  const brokerId = broker?.id ?? 0
  const bdm = { name: 'Noor', email: 'noor@lender.example', hours: '[]', blocks: '[]', feedToken: 'feed' }
  const [noor] = await db.insertInto('bdms').values(bdm).returning('id').execute()
  const bdmId = noor?.id ?? 0
  const call = {
    ...{ toNumber: '+61255501234', provider: 'simulator', simulated: true, status: 'completed' },
    ...{ outcome: 'human', response: 'option_1', finishedAt: NOW },
  }
  await db
    .insertInto('calls')
    .values([
      { ...call, createdAt: new Date(FRIDAY_FIVE) },
      { ...call, createdAt: hours(-3), response: null },
      { ...call, createdAt: hours(-3), test: true },
      { ...call, createdAt: new Date('2026-11-20T05:59:59Z') },
    ])
    .execute()
  await db
    .insertInto('suppressions')
    .values([
      { phone: '+61491570157', source: 'key', reason: 'Pressed 4', createdAt: hours(-4) },
      { phone: '+61491570158', source: 'manual', reason: 'Asked by mail', createdAt: hours(-4) },
    ])
    .execute()
  const meeting = (start: number, changes: object = {}) => ({
    ...{ bdmId, brokerId, meetingType: 'product-discussion', attendees: 1, name: 'Marco', source: 'web' },
    ...{ during: `[${hours(start).toISOString()},${hours(start + 1).toISOString()})`, uid: `today-${start}` },
    ...{ simulated: true, createdAt: hours(-500), ...changes },
  })
  await db
    .insertInto('bookings')
    .values([meeting(-4), meeting(3), meeting(1), meeting(5, { status: 'cancelled' }), meeting(30)])
    .execute()
  const task = { state: 'open', details: 'They asked for a person.', brokerId }
  const [planned] = await db
    .insertInto('requestedCalls')
    .values({
      ...{ state: 'planned', brokerId, phone: '+61491570156', simulated: true, words: 'Ring me later.' },
      ...{ dueAt: hours(2.75), untilAt: hours(3) },
    })
    .returning('id')
    .execute()
  await db
    .insertInto('tasks')
    .values([
      { ...task, kind: 'call_back', dedupeKey: 'a', dueAt: hours(2) },
      { ...task, kind: 'call_back', dedupeKey: 'b', dueAt: hours(-20) },
      { ...task, kind: 'requested_call', dedupeKey: `requested_call:${planned?.id}`, dueAt: hours(3) },
      { ...task, kind: 'call_back', dedupeKey: 'd', dueAt: hours(24) },
      { ...task, kind: 'compliance_review', dedupeKey: 'e', dueAt: hours(1) },
    ])
    .execute()
  const seen = await today('lender')
  expect(seen).toMatchObject({
    day: '2026-11-23',
    overnight: { since: FRIDAY_FIVE, calls: 2, responses: 1, meetings: 0, optOuts: 1, documents: 0 },
    documents: null,
  })
  expect(seen.meetings.total).toBe(3)
  expect(seen.meetings.rows.map(({ scheduledDate, over }) => [scheduledDate, over])).toEqual([
    [hours(1).toISOString(), false],
    [hours(3).toISOString(), false],
    [hours(-4).toISOString(), true],
  ])
  expect(seen.meetings.rows[0]).toMatchObject({
    ...{ name: 'Marco Zhang', company: 'Harbour Finance', bdm: { id: bdmId, name: 'Noor' } },
  })
  expect(seen.callBacks.rows.map(({ overdue, byAgent }) => [overdue, byAgent])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
  expect(seen.callBacks).toMatchObject({ total: 3, byAgent: 1 })
  // the planned time, not the end of the time in which the agent may call
  expect(seen.callBacks.rows.at(-1)?.dueAt).toBe(hours(2.75).toISOString())
  expect((await today('compliance')).documents).toEqual({ total: 0, rows: [] })
})

// Covers: dashboard-18, dashboard-14
it('names campaigns that wait, with the reason and the time at which they resume', async () => {
  const { db } = app.connection
  const { now } = (await app.ctx().providers.voice.active?.clock()) ?? { now: NOW }
  const tomorrow = new Date(now.getTime() + 86_400_000)
  const { id } = await db
    .insertInto('campaigns')
    .values({ name: 'Night', product: 'Flex', callScript: 'Hello' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('campaignDialling').values({ campaignId: id, running: true }).execute()
  const brokers = await db
    .insertInto('brokers')
    .values([{ name: 'Ada' }, { name: 'Bo' }])
    .returning('id')
    .execute()
  const waiting = { campaignId: id, simulated: true, state: 'waiting', dueAt: tomorrow }
  await db
    .insertInto('enrolments')
    .values(brokers.map((broker) => ({ ...waiting, brokerId: broker.id })))
    .execute()
  expect((await today('viewer')).campaigns).toEqual([
    {
      ...{ id, name: 'Night', timezone: 'Australia/Sydney', waiting: 2, resumesAt: tomorrow.toISOString() },
      ...{ reason: 'opening', retries: 0 },
    },
  ])
  const retry = new Date(tomorrow.getTime() + 3_600_000)
  await db.updateTable('enrolments').set({ attempts: 1, dueAt: retry }).where('campaignId', '=', id).execute()
  expect((await today('viewer')).campaigns).toMatchObject([
    { resumesAt: retry.toISOString(), reason: 'retry', retries: 2 },
  ])
})
