import { afterAll, beforeAll, expect, it } from 'vitest'
import type { bdmBrief } from '#contract/bookings/bdm-brief.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, addBroker, addCall } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { sendBriefs } from './bdm-brief.job.ts'

/** Tuesday in Sydney, 7:30 am; 4:30 am in Perth. */
const HALF_PAST_SEVEN = new Date('2026-11-24T07:30:00+11:00')
const DAY = '2026-11-24'

let now = HALF_PAST_SEVEN
let app: TestApp
let lender: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  lender = await staffClient(app, 'lender')
})
afterAll(() => app?.close())

const briefs = async (): Promise<string[]> => {
  const rows = await app.connection.db
    .selectFrom('messages')
    .select('recipient')
    .where('template', '=', 'bdm_brief')
    .orderBy('id')
    .execute()
  return rows.map(({ recipient }) => recipient)
}

let uid = 0
async function meet(bdmId: number, hour: number, values: object = {}): Promise<void> {
  uid += 1
  const start = new Date(`${DAY}T${String(hour).padStart(2, '0')}:00:00+11:00`)
  const end = new Date(start.getTime() + 3_600_000)
  await app.connection.db
    .insertInto('bookings')
    .values({
      ...{ bdmId, during: `[${start.toISOString()},${end.toISOString()})`, uid: `brief-${uid}` },
      ...{ meetingType: 'product-discussion', attendees: 1, name: 'Vic Visitor', source: 'web' },
      ...values,
    })
    .execute()
}

// Covers: bookings-34
it('shows a BDM the meetings of a day with what to know about each broker', async () => {
  const bdmId = await addBdm(app)
  const brokerId = await addBroker(app)
  const called = {
    brokerId,
    outcome: 'human',
    response: 'option_2',
    status: 'completed',
    summary: 'Keen.',
    finishedAt: now,
  }
  await addCall(app, called)
  await app.connection.db
    .insertInto('tasks')
    .values({
      ...{ kind: 'call_back', state: 'open', details: 'Asked for a person.', dedupeKey: 'brief', brokerId },
      dueAt: now,
    })
    .execute()
  await app.connection.db
    .insertInto('documentTypes')
    .values({ name: 'Interview notes', category: 'identity', required: true, expires: false, position: 99 })
    .execute()
  await meet(bdmId, 10, { brokerId, agenda: 'Self-employed borrowers' })
  await meet(bdmId, 9)
  await meet(bdmId, 11, { status: 'cancelled' })
  const answer = await lender.get(`/api/bdms/${bdmId}/brief?day=${DAY}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const brief: ReturnsOf<typeof bdmBrief> = answer.json()
  expect(brief.meetings.map(({ name }) => name)).toEqual(['Vic Visitor', 'Petra Secretname'])
  expect(brief.meetings[0]).toMatchObject({ brokerId: null, lastCall: null, documents: null, tasks: [] })
  expect(brief.meetings[1]).toMatchObject({
    ...{ brokerId, company: 'Quiet Broking', agenda: 'Self-employed borrowers' },
    lastCall: { outcome: 'human', response: 'option_2', summary: 'Keen.' },
    documents: { status: 'in_progress', missing: expect.arrayContaining(['Interview notes']) },
    tasks: [{ kind: 'call_back', details: 'Asked for a person.' }],
  })
  expect(brief.nextDay).toBeNull()
  const dayBefore = await lender.get(`/api/bdms/${bdmId}/brief?day=2026-11-20`)
  expect(dayBefore.json()).toMatchObject({ meetings: [], nextDay: DAY })
  expect((await lender.get(`/api/bdms/999999/brief?day=${DAY}`)).statusCode).toBe(404)
})

// Covers: bookings-34
it('mails the brief once at half past seven by the clock of the BDM, and none without a meeting', async () => {
  await app.connection.db.deleteFrom('bookings').execute()
  await app.connection.db.deleteFrom('bdms').execute()
  const sydney = await addBdm(app, { email: 'sydney@lender.example.com' })
  const perth = await addBdm(app, { email: 'perth@lender.example.com', timezone: 'Australia/Perth' })
  await addBdm(app, { email: 'idle@lender.example.com' })
  await meet(sydney, 10)
  await meet(perth, 14)
  now = new Date(HALF_PAST_SEVEN.getTime() - 60_000)
  await sendBriefs(app.ctx())
  expect(await briefs()).toEqual([])
  now = HALF_PAST_SEVEN
  // two processes at the same time
  await Promise.all([sendBriefs(app.ctx()), sendBriefs(app.ctx())])
  await sendBriefs(app.ctx())
  expect(await briefs()).toEqual(['sydney@lender.example.com'])
  now = new Date('2026-11-24T07:30:00+08:00')
  await sendBriefs(app.ctx())
  expect(await briefs()).toEqual(['sydney@lender.example.com', 'perth@lender.example.com'])
})
