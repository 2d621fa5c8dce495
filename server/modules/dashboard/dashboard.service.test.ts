import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { dashboardStats } from '#contract/dashboard.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
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

it('puts each instant into one week only', async () => {
  await addCalls({ days: 7, silent: 1 })
  await addCalls({ days: 14, silent: 1 })
  expect((await stats()).changes.totalCalls).toBe(0)
  await addCalls({ days: 14 + 1 / DAY_MS, silent: 5 })
  expect((await stats()).changes.totalCalls).toBe(0)
})

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
