import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AppEvents } from '#server/events.ts'
import { viewLift } from '#server/modules/audiences/lift.views.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { addMicrosite } from '#test/worlds/microsites-world.ts'

/** Tuesday 24 November, 1 pm in Sydney. */
const NOW = new Date('2026-11-24T02:00:00Z')
const MOBILE = '+61491570156'

/** Where the simulator places the calls, and the same data where Twilio does. */
let app: TestApp
let live: TestApp
let viewer: Client
let liveViewer: Client
let bdmId: number
let campaignId: number
let brokerId: number

beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  live = await createTestApp({
    now: () => NOW,
    databaseUrl: app.databaseUrl,
    env: {
      TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+61491570300',
      TWILIO_BASE_URL: 'http://127.0.0.1:9',
    },
  })
  viewer = await staffClient(app, 'viewer')
  liveViewer = await staffClient(live, 'viewer')
  bdmId = await addBdm(app, { name: 'Dana Cole' })
})
afterAll(async () => {
  await live?.close()
  await app?.close()
})

/** A campaign and a broker of its own for each test. */
beforeEach(async () => {
  const { db } = app.connection
  await sql`delete from calls`.execute(db)
  await sql`delete from bookings`.execute(db)
  const campaign = { name: 'Spring', product: 'Flex', callScript: 'Hello' }
  campaignId = (await db.insertInto('campaigns').values(campaign).returning('id').executeTakeFirstOrThrow())
    .id
  const broker = { name: 'Zoe Quill', region: 'VIC', timezone: 'Australia/Melbourne' }
  brokerId = (await db.insertInto('brokers').values(broker).returning('id').executeTakeFirstOrThrow()).id
})

async function add(
  table: 'calls' | 'bookings' | 'applications',
  row: Record<string, unknown>,
): Promise<number> {
  const values = { brokerId, campaignId, createdAt: NOW, ...row }
  const added = app.connection.db.insertInto(table).values(values as never) // each test gives what its table needs
  return (await added.returning('id').executeTakeFirstOrThrow()).id
}
const addCall = (row: Record<string, unknown> = {}): Promise<number> =>
  add('calls', {
    ...{ toNumber: MOBILE, provider: 'simulator', simulated: true, status: 'completed', outcome: 'human' },
    ...{ finishedAt: NOW, ...row },
  })

let hour = 0
const addBooking = (row: Record<string, unknown> = {}): Promise<number> => {
  hour += 1
  return add('bookings', {
    ...{ bdmId, uid: `counts-${hour}`, name: 'Zoe Quill', meetingType: 'product-discussion', attendees: 1 },
    during: sql`tstzrange(${NOW}::timestamptz + ${hour} * interval '1 hour', ${NOW}::timestamptz + ${hour + 1} * interval '1 hour')`,
    ...{ source: 'web', status: 'booked', simulated: false, test: false, ...row },
  })
}

const emit = <Name extends 'booking.made' | 'application.submitted' | 'application.decided'>(
  name: Name,
  event: AppEvents[Name],
): Promise<unknown> => app.ctx().tx((tx) => tx.emit(name, event))

async function enrol(simulated: boolean): Promise<void> {
  const place = { campaignId, brokerId, simulated, state: 'done', dueAt: NOW, createdAt: NOW, attempts: 1 }
  await app.connection.db.insertInto('enrolments').values(place).execute()
}
/** How many places of the campaign came so far: in the simulator, and with a vendor. */
async function cameTo(stage: 'booked' | 'applied'): Promise<number[]> {
  const { rows } = await sql<{ simulated: number; live: number }>`
    select count(*) filter (where ${sql.ref(stage)} and simulated)::int as simulated,
      count(*) filter (where ${sql.ref(stage)} and not simulated)::int as live
    from enrolments where campaign_id = ${campaignId}`.execute(app.connection.db)
  return rows.flatMap(({ simulated, live }) => [simulated, live])
}
const total = async (client: Client, path: string): Promise<number> =>
  Number((await client.get(path)).headers['x-total-count'])
const figure = async (client: Client = viewer): Promise<number> =>
  (await client.get(`/api/analytics?campaignId=${campaignId}`)).json().current.calls

// Covers: dashboard-3
it('a call that certainly nobody dialled is no call, in figures as in the list that they open, until it turns out to be one', async () => {
  const id = await addCall({ status: 'initiated', outcome: null, finishedAt: null })
  const listed = (query = ''): Promise<number> => total(viewer, `/api/calls?campaignId=${campaignId}${query}`)
  expect([await figure(), await listed()]).toEqual([1, 1])
  const { db } = app.connection
  await sql`update calls set status = 'failed', outcome = 'provider_fault', withdrawn = true, finished_at = now()
    where id = ${id}`.execute(db)
  expect([await figure(), await listed()]).toEqual([0, 0])
  expect([await listed('&withdrawn=true'), await listed(`&ids=${id}`)]).toEqual([1, 1])
  // by no filter that it matches, and by no other
  for (const filter of [
    'status=failed',
    'outcome=provider_fault',
    'response=none',
    'inFlight=false',
    'response=any',
  ])
    expect([filter, await listed(`&${filter}`)]).toEqual([filter, 0])
  await sql`update calls set status = 'completed', outcome = 'human' where id = ${id}`.execute(db)
  expect([await figure(), await listed()]).toEqual([1, 1])
})

// Covers: dashboard-3
it('a meeting of a test call is none of a campaign, one of the simulator none for whom a vendor called', async () => {
  await enrol(true)
  await enrol(false)
  await emit('booking.made', { bookingId: await addBooking({ test: true, source: 'call', simulated: true }) })
  expect(await cameTo('booked')).toEqual([0, 0])
  await emit('booking.made', { bookingId: await addBooking({ source: 'call', simulated: true }) })
  expect(await cameTo('booked')).toEqual([1, 0])
  const client = await app.connection.pool.connect()
  const told: string[] = []
  client.on('notification', ({ payload }) => told.push(payload ?? ''))
  try {
    await client.query('listen brokerline_changes')
    await emit('booking.made', { bookingId: await addBooking() })
    expect(await cameTo('booked')).toEqual([1, 1])
    // whoever looks at the funnel of the campaign
    await until('screens are told', async () => told.length > 0)
    expect(told[0]).toContain('"campaigns"')
  } finally {
    await client.query('unlisten *')
    client.removeAllListeners('notification')
    client.release()
  }
})

// Covers: dashboard-4
it('whoever is linked to their application as it is approved has applied', async () => {
  await enrol(false)
  const application = { status: 'approved', email: 'zoe@example.com', submittedAt: NOW }
  const applicationId = await add('applications', { ...application, brokerId: null })
  await emit('application.submitted', { applicationId })
  expect(await cameTo('applied')).toEqual([0, 0])
  const { db } = app.connection
  await db.updateTable('applications').set({ brokerId }).where('id', '=', applicationId).execute()
  await emit('application.decided', { applicationId })
  expect(await cameTo('applied')).toEqual([0, 1])
})

// Covers: dashboard-3
it('a meeting made in a test call is attributed to no visit and to no broker', async () => {
  const site = await addMicrosite(app, { campaignId })
  await sql`insert into visits (microsite_id, broker_id, at, day, utm_source, visitor, device)
    values (${site.id}, ${brokerId}, ${NOW}::timestamptz - interval '1 hour', '2026-11-24', 'sms', '\\x00', 'phone')`.execute(
    app.connection.db,
  )
  const made = async (): Promise<number[]> =>
    Promise.all(
      ['broker', 'source'].map(async (by) => {
        const answer = await viewer.get(`/api/attribution?by=${by}`)
        expect(answer.statusCode, answer.body).toBe(200)
        const rows: { bookings: number }[] = answer.json().rows
        return rows.reduce((sum, { bookings }) => sum + bookings, 0)
      }),
    )
  await emit('booking.made', { bookingId: await addBooking({ test: true, source: 'call' }) })
  expect(await made()).toEqual([0, 0])
  await emit('booking.made', { bookingId: await addBooking() })
  expect(await made()).toEqual([1, 1])
})

// Covers: dashboard-3
it('a meeting that was cancelled, or made in the simulator, is not what calls brought', async () => {
  const { db } = app.connection
  await sql`insert into campaign_arms (campaign_id, broker_id, arm, seed, percent, assigned_at)
    values (${campaignId}, ${brokerId}, 'call', 1, 10, ${NOW}::timestamptz - interval '40 days')`.execute(db)
  const at = new Date(NOW.getTime() - 30 * 86_400_000)
  const booked = async (of: TestApp): Promise<number | undefined> =>
    (await viewLift(of.ctx(), campaignId)).periods[0]?.outcomes.find(({ outcome }) => outcome === 'booking')
      ?.called.did
  await addBooking({ status: 'cancelled', createdAt: at })
  expect([await booked(app), await booked(live)]).toEqual([0, 0])
  await addBooking({ simulated: true, source: 'call', createdAt: at })
  expect([await booked(app), await booked(live)]).toEqual([1, 0])
})

// Covers: dashboard-3
it('where a vendor calls, no list, export or figure shows what the simulator did', async () => {
  await addCall()
  await addCall({ provider: 'twilio', simulated: false })
  await addBooking({ simulated: true, source: 'call' })
  await addBooking()
  const application = { status: 'approved', email: 'zoe@example.com', submittedAt: NOW }
  await add('applications', { ...application, simulated: true })
  await add('applications', { ...application, simulated: false })
  const seen = async (client: Client): Promise<number[]> => [
    await total(client, `/api/calls?campaignId=${campaignId}`),
    (await client.get(`/api/calls/export?campaignId=${campaignId}`)).body.trim().split('\n').length - 1,
    await total(client, `/api/bookings?campaignId=${campaignId}`),
    await total(client, `/api/accreditations?campaignId=${campaignId}`),
  ]
  expect([await seen(viewer), await seen(liveViewer)]).toEqual([
    [2, 2, 2, 2],
    [1, 1, 1, 1],
  ])
  expect([await figure(viewer), await figure(liveViewer)]).toEqual([1, 1])
  const platform = async (client: Client) => (await client.get('/api/system')).json().platform.calls
  expect([await platform(viewer), await platform(liveViewer)]).toEqual([1, 1])
})
