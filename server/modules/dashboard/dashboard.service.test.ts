import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { dashboardStats, dashboardTrends } from '#contract/dashboard/dashboard.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { StaffRole } from '#contract/policy.ts'
import type { Need } from '#contract/tasks/needs.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

const NOW = new Date('2026-11-24T02:00:00Z')
const DAY_MS = 86_400_000

let app: TestApp
let viewer: Client
let bdmId: number
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  viewer = await staffClient(app, 'viewer')
  const bdm = { name: 'Noor', email: 'noor@lender.example', hours: '[]', blocks: '[]', feedToken: 'feed' }
  const { id } = await app.connection.db
    .insertInto('bdms')
    .values(bdm)
    .returning('id')
    .executeTakeFirstOrThrow()
  bdmId = id
})
afterAll(() => app?.close())
beforeEach(async () => {
  await app.connection.db.deleteFrom('bookings').execute()
  await app.connection.db.deleteFrom('applications').execute()
  await app.connection.db.deleteFrom('calls').execute()
})

const ago = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS)
const stats = async (): Promise<ReturnsOf<typeof dashboardStats>> =>
  (await viewer.get('/api/dashboard/stats')).json()

interface SomeCalls {
  days: number
  /** Ended with a response, ended without one, still in progress. */
  responses?: number
  silent?: number
  open?: number
  test?: boolean
  simulated?: boolean
}

async function addCalls({ days, responses = 0, silent = 0, open = 0, ...kind }: SomeCalls): Promise<void> {
  const call = {
    toNumber: '+61255501234',
    provider: 'simulator',
    simulated: true,
    createdAt: ago(days),
    ...kind,
  }
  const ended = { ...call, status: 'completed', outcome: 'human', finishedAt: ago(days) }
  await app.connection.db
    .insertInto('calls')
    .values([
      ...Array.from({ length: responses }, () => ({ ...ended, response: 'option_1' })),
      ...Array.from({ length: silent }, () => ({ ...ended, response: null })),
      // an option may be pressed before the call has ended
      ...Array.from({ length: open }, () => ({ ...call, status: 'answered', response: 'option_1' })),
    ])
    .execute()
}

let hour = 0

/** Adds meetings booked so many days ago, each at another hour because a BDM can only be in one at a time. */
async function addMeetings(
  days: number,
  count: number,
  changes: { status?: string; simulated?: boolean; test?: boolean } = {},
): Promise<void> {
  const meeting = () => {
    hour += 1
    const [start, end] = [hour, hour + 1].map((hours) => new Date(NOW.getTime() + hours * 3_600_000))
    return {
      bdmId,
      during: `[${start?.toISOString()},${end?.toISOString()})`,
      meetingType: 'product-discussion',
      attendees: 1,
      name: 'Wei Li',
      source: 'call',
      uid: `meeting-${hour}@brokerline.example`,
      simulated: true,
      createdAt: ago(days),
      ...changes,
    }
  }
  await app.connection.db
    .insertInto('bookings')
    .values(Array.from({ length: count }, meeting))
    .execute()
}

/** Adds applications submitted so many days ago; null for drafts. */
async function addApplications(days: number | null, count: number, simulated = true): Promise<void> {
  const application = { status: days === null ? 'draft' : 'approved', simulated, createdAt: ago(90) }
  const submittedAt = days === null ? null : ago(days)
  await app.connection.db
    .insertInto('applications')
    .values(Array.from({ length: count }, () => ({ ...application, submittedAt })))
    .execute()
}

it('reads zero and no change where nothing has happened', async () => {
  expect(await stats()).toEqual({
    totalCalls: 0,
    responseRate: 0,
    meetingsBooked: 0,
    accreditations: 0,
    changes: { totalCalls: null, responseRate: null, meetingsBooked: null, accreditations: null },
  })
})

// Covers: dashboard-7
it('counts all time, and compares the last seven days with the seven before', async () => {
  await addCalls({ days: 30, responses: 1, silent: 1 })
  await addCalls({ days: 8, responses: 2, silent: 6 })
  await addCalls({ days: 1, responses: 3, silent: 5, open: 1 })
  await addMeetings(10, 4)
  await addMeetings(2, 5)
  await addMeetings(2, 3, { status: 'cancelled' })
  await addMeetings(2, 2, { test: true })
  await addApplications(60, 2)
  await addApplications(3, 1)
  await addApplications(null, 7)
  expect(await stats()).toEqual({
    totalCalls: 19,
    // 6 of the 18 that have ended
    responseRate: 33.3,
    meetingsBooked: 9,
    accreditations: 3,
    changes: { totalCalls: 12.5, responseRate: 50, meetingsBooked: 25, accreditations: null },
  })
})

// Covers: dashboard-7
it('puts each instant into one week only', async () => {
  await addCalls({ days: 7, silent: 1 })
  await addCalls({ days: 14, silent: 1 })
  expect((await stats()).changes.totalCalls).toBe(0)
  await addCalls({ days: 14 + 1 / DAY_MS, silent: 5 })
  expect((await stats()).changes.totalCalls).toBe(0)
})

// Covers: dashboard-6
it('leaves test calls and what another kind of provider did out', async () => {
  await addCalls({ days: 1, responses: 1 })
  await addCalls({ days: 1, responses: 4, test: true })
  await addCalls({ days: 1, responses: 4, simulated: false })
  expect(await stats()).toMatchObject({ totalCalls: 1, responseRate: 100 })
})

it('counts the meetings and applications that people made themselves whichever provider calls', async () => {
  await addMeetings(1, 2, { simulated: false })
  await addApplications(1, 3, false)
  expect(await stats()).toMatchObject({ meetingsBooked: 2, accreditations: 3 })
})

// Covers: dashboard-12
it('tells what each of the last 14 days counted, and no rate of a day on which no call ended', async () => {
  await addCalls({ days: 0, responses: 1, silent: 3 })
  await addCalls({ days: 2, open: 2 })
  await addCalls({ days: 13, silent: 1 })
  await addCalls({ days: 14, silent: 9 })
  await addMeetings(2, 2)
  await addMeetings(2, 1, { status: 'cancelled' })
  await addApplications(0, 1)
  const days: ReturnsOf<typeof dashboardTrends> = (await viewer.get('/api/dashboard/trends')).json()
  expect(days).toHaveLength(14)
  const nothing = { calls: 0, responseRate: null, meetings: 0, accreditations: 0 }
  expect(days.at(-1)).toEqual({
    day: '2026-11-24',
    calls: 4,
    responseRate: 25,
    meetings: 0,
    accreditations: 1,
  })
  expect(days.at(-2)).toEqual({ day: '2026-11-23', ...nothing })
  expect(days.at(-3)).toEqual({ ...nothing, day: '2026-11-22', calls: 2, meetings: 2 })
  expect(days[0]).toMatchObject({ day: '2026-11-11', calls: 1, responseRate: 0 })
})

async function needsOf(role: StaffRole): Promise<Need[]> {
  const answer = await (await staffClient(app, role)).get('/api/dashboard/needs')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

// Covers: dashboard-11
it('tells each role what waits for it: what stopped and what is late first, and nothing where nothing waits', async () => {
  const { db } = app.connection
  const details = { legalName: 'Harbour Lending', contactPhone: '1800 160 401', agentName: 'Mia' }
  await db.updateTable('organisation').set(details).execute()
  expect(await needsOf('admin')).toEqual([])
  const hours = (count: number): Date => new Date(NOW.getTime() + count * 3_600_000)
  const task = { state: 'open', details: 'They asked for a person.' }
  await db
    .insertInto('tasks')
    .values([
      { ...task, kind: 'call_back', dedupeKey: 'a', dueAt: hours(-1) },
      { ...task, kind: 'call_back', dedupeKey: 'b', dueAt: hours(1) },
      { ...task, kind: 'call_back', dedupeKey: 'c', dueAt: hours(-9), snoozedUntil: hours(9) },
      { ...task, kind: 'compliance_review', dedupeKey: 'd', dueAt: hours(1) },
      // covered by the meetings themselves
      { ...task, kind: 'meeting_unmarked', dedupeKey: 'e', dueAt: hours(-1) },
    ])
    .execute()
  const meeting = (start: number, changes: object = {}) => ({
    ...{
      bdmId,
      meetingType: 'product-discussion',
      attendees: 1,
      name: 'Wei Li',
      source: 'call',
      simulated: true,
    },
    ...{ during: `[${hours(start).toISOString()},${hours(start + 1).toISOString()})`, uid: `need-${start}` },
    ...changes,
  })
  await db
    .insertInto('bookings')
    .values([
      ...[meeting(-30), meeting(-3), meeting(2), meeting(40), meeting(4, { test: true })],
      meeting(6, { status: 'cancelled' }),
    ])
    .execute()
  const sent = { status: 'submitted', simulated: true, submittedAt: hours(-100) }
  const [, returned] = await db
    .insertInto('applications')
    .values(['wei@example.com', 'returned@example.com'].map((email) => ({ ...sent, email })))
    .returning('id')
    .execute()
  // it was with the applicant until two hours ago
  await db
    .insertInto('applicationEvents')
    .values({ applicationId: returned?.id ?? 0, status: 'submitted', actor: 'Applicant', at: hours(-2) })
    .execute()
  const reason = '10 of the last 20 calls failed (10 × number refused): calls #1.'
  const campaign = { product: 'Flex', callScript: 'Hello' }
  const [paused] = await db
    .insertInto('campaigns')
    .values([
      { ...campaign, name: 'Stopped', status: 'paused', pausedReason: reason },
      { ...campaign, name: 'Paused by hand', status: 'paused' },
    ])
    .returning('id')
    .execute()
  await db.updateTable('organisation').set({ agentName: '' }).execute()
  const told = async (role: StaffRole) =>
    (await needsOf(role)).map(({ kind, task, count, overdue }) => [task ?? kind, count, overdue])
  expect(await told('lender')).toEqual([
    ['campaign_paused', 1, 0],
    // overdue for five hours, the call back for one
    ['meetings_unmarked', 2, 1],
    ['call_back', 2, 1],
  ])
  expect(await told('compliance')).toEqual([
    ['applications', 2, 1],
    ['compliance_review', 1, 0],
  ])
  expect(await told('viewer')).toEqual([])
  const forAdmin = await needsOf('admin')
  expect(forAdmin[0]).toMatchObject({ campaign: { id: paused?.id, name: 'Stopped' }, detail: reason })
  expect(forAdmin).toContainEqual(expect.objectContaining({ kind: 'organisation', detail: 'agent name' }))
  await db.deleteFrom('tasks').execute()
  await db.deleteFrom('campaigns').execute()
})

// Covers: dashboard-11
it('counts at most a hundred of a kind', async () => {
  const tasks = Array.from({ length: 130 }, (_, index) => ({
    ...{ kind: 'call_back', state: 'open', details: 'They asked for a person.', dedupeKey: `many ${index}` },
    dueAt: NOW,
  }))
  await app.connection.db.insertInto('tasks').values(tasks).execute()
  const needs = await needsOf('lender')
  expect(needs.find(({ task }) => task === 'call_back')).toMatchObject({ count: 100, overdue: 0 })
  await app.connection.db.deleteFrom('tasks').execute()
})
