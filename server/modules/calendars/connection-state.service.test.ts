import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseBroker } from '#server/modules/brokers/erase-broker.ts'
import { CalendarFault } from '#server/providers/ports/calendars.ts'
import { type MemoryCalendars, memoryCalendars } from '#test/doubles/memory-calendars.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, addBroker, freeOn, known, post, SUNDAY, someone } from '#test/worlds/bookings-world.ts'
import { mailsOf } from '#test/worlds/calendars-world.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { connectCalendar } from './connect.ts'
import { disconnectRestored } from './disconnect-restored.ts'
import { reconcile } from './reconcile-calendar.ts'
import { remindBdms } from './remind-bdms.ts'
import { tick } from './tick.job.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let now = SUNDAY
let app: TestApp
let admin: Client
let service: MemoryCalendars
let bdm: number
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  admin = await staffClient(app, 'admin')
})
afterAll(() => app?.close())
beforeEach(async () => {
  now = SUNDAY
  for (const table of ['tasks', 'bookings', 'messages', 'brokers', 'bdms'] as const)
    await db().deleteFrom(table).execute()
  service = memoryCalendars(() => now)
  app.providers.calendars = { ...app.providers.calendars, microsoft: service }
  bdm = await addBdm(app, { email: 'dana@lender.example.com', name: 'Dana Cole' })
  await connectCalendar(await app.staff(), bdm, {
    ...{ service: 'microsoft', calendarId: 'work', label: 'Work, dana@example.com' },
    credentials: { token: 'first' },
  })
  await sync()
})

const db = () => app.connection.db
const sync = (): Promise<void> => reconcile(app.ctx(), bdm)
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms)
}
const at = (day: number, time: string): Date => new Date(`2026-11-${day}T${time}:00+11:00`)
async function book(changes = {}): Promise<number> {
  const answer = await post(app, someone({ scheduledDate: at(24, '09:00').toISOString(), ...changes }))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const stateOf = async () => (await admin.get('/api/bdms')).json()[0].connectedCalendar
const openTasks = async () =>
  (await db().selectFrom('tasks').select('kind').where('closedAt', 'is', null).execute()).map(
    ({ kind }) => kind,
  )
const reminders = async () =>
  (await db().selectFrom('messages').select('recipient').where('occasion', 'like', 'calendar:%').execute())
    .length
/** Jobs that were added so far: one that replaces a waiting one counts. */
async function jobs(): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select coalesce(sum(j.revision + 1), 0)::int as jobs from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'calendars.reconcile'`.execute(db())
  return rows[0]?.jobs ?? 0
}
/** Whether a read is due now. */
async function isDue(): Promise<boolean> {
  const before = await jobs()
  await tick(app.ctx())
  return (await jobs()) > before
}

describe('the connection of a calendar', () => {
  // Covers: connected-calendars-9
  it('waits as long as the service asks, and the busy times that were read last stay', async () => {
    service.entries.set('own', {
      id: 'own',
      etag: '1',
      meetingUid: null,
      spans: [{ from: at(24, '09:00'), to: at(24, '10:00') }],
    })
    await sync()
    expect(await freeOn(app, '2026-11-24')).not.toContain('9:00 AM')
    service.fault = new CalendarFault('busy', 'The service asks to be called later.', {
      retryAfterMs: 5 * 60_000,
    })
    later(60_000)
    await sync()
    service.fault = null
    later(4 * 60_000)
    expect(await isDue()).toBe(false)
    expect(await freeOn(app, '2026-11-24')).not.toContain('9:00 AM')
    later(60_000)
    expect(await isDue()).toBe(true)
    await sync()
    expect(await stateOf()).toMatchObject({ state: 'connected', error: null })
  })

  // Covers: connected-calendars-9
  it('is lost once after a day of failures, with one task and three reminders, and recovers', async () => {
    service.fault = new CalendarFault('unreachable', 'The server could not be reached.')
    await sync()
    expect(await stateOf()).toMatchObject({ state: 'connected', error: 'The server could not be reached.' })
    for (let hours = 0; hours <= 25; hours++) {
      later(HOUR_MS)
      await sync()
    }
    expect(await stateOf()).toMatchObject({ state: 'failing' })
    expect(await openTasks()).toEqual(['calendar_disconnected'])
    const counts: number[] = []
    for (let days = 0; days < 9; days++) {
      await remindBdms(app.ctx())
      counts.push(await reminders())
      later(DAY_MS)
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 2, 2, 3, 3])
    service.fault = null
    await sync()
    expect(await stateOf()).toMatchObject({ state: 'connected', error: null })
    expect(await openTasks()).toEqual([])
  })

  // Covers: connected-calendars-9
  it('ends at once where the access was revoked, is not tried again, and mails carry entries until it is connected again', async () => {
    service.fault = new CalendarFault('revoked', 'Microsoft no longer accepts the access.')
    await sync()
    expect(await stateOf()).toMatchObject({ state: 'revoked' })
    later(HOUR_MS)
    expect(await isDue()).toBe(false)
    await book()
    expect((await mailsOf(app)).find(({ template }) => template === 'booking_notice')).toMatchObject({
      invites: true,
    })
    service.fault = null
    await connectCalendar(await app.staff(), bdm, {
      ...{ service: 'microsoft', calendarId: 'work', label: 'Work' },
      credentials: { token: 'second' },
    })
    await sync()
    expect(service.entries.size).toBe(1)
    expect(await stateOf()).toMatchObject({ state: 'connected' })
    expect(await openTasks()).toEqual([])
  })

  // Covers: connected-calendars-8
  it('is read when an announcement with its token arrives, and only then', async () => {
    const [watch] = service.watches
    expect(watch?.address).toBe('http://localhost:3000/api/calendars/notifications/microsoft')
    const announce = (body: unknown) =>
      visitor(app).send('POST', '/api/calendars/notifications/microsoft', body as object)
    const before = await jobs()
    expect((await announce(['forged', `${watch?.token}x`])).statusCode).toBe(202)
    expect(await jobs()).toBe(before)
    expect((await announce([watch?.token])).statusCode).toBe(202)
    expect(await jobs()).toBe(before + 1)
    const handshake = await visitor(app).send(
      'POST',
      '/api/calendars/notifications/microsoft?validationToken=a%3Cb',
      {},
    )
    expect([handshake.statusCode, handshake.body, handshake.headers['content-type']]).toEqual([
      ...[200, 'a<b', 'text/plain; charset=utf-8'],
    ])
  })

  // Covers: connected-calendars-8
  it('is read every five minutes while its changes are announced, and its announcements are renewed and ended', async () => {
    later(4 * 60_000)
    expect(await isDue()).toBe(false)
    later(60_000)
    expect(await isDue()).toBe(true)
    later(2 * DAY_MS + HOUR_MS)
    await sync()
    expect(service.watches.map(({ id }) => id)).toEqual(['watch 1', 'watch 1'])
    await admin.send('DELETE', `/api/bdms/${bdm}/calendar-connection`)
    await sync()
    expect(service.ended).toMatchObject([{ id: 'watch 1' }])
    expect(await stateOf()).toBeNull()
  })

  // Covers: connected-calendars-10
  it('gives a meeting the link that the service makes, where there is no other, and sends it to the visitor', async () => {
    const id = await book()
    await sync()
    expect((await admin.get(`/api/bookings/${id}`)).json().videoLink).toBe('https://meet.example.com/a')
    // the confirmation had not left yet
    expect((await mailsOf(app)).map(({ template }) => template)).toEqual([
      'booking_notice',
      'booking_confirmed',
    ])
    await sync()
    expect(await mailsOf(app)).toHaveLength(2)
    await admin.send('PATCH', `/api/bdms/${bdm}`, { videoLink: 'https://own.example.com/dana' })
    await sync()
    expect((await admin.get(`/api/bookings/${id}`)).json().videoLink).toBe('https://own.example.com/dana')
  })

  // Covers: connected-calendars-11
  it('loses the entries of a person who is erased, also of past meetings', async () => {
    const broker = await addBroker(app)
    await book(known(app, broker))
    await sync()
    expect(service.entries.size).toBe(1)
    now = at(24, '12:00')
    await eraseBroker(await app.staff(), broker)
    await sync()
    expect(service.entries.size).toBe(0)
  })

  // Covers: connected-calendars-11
  it('is connected again by a person after a restore', async () => {
    await book()
    await app.ctx().tx((tx) => disconnectRestored(tx))
    await sync()
    expect(service.entries.size).toBe(0)
    expect(await stateOf()).toMatchObject({
      state: 'revoked',
      error: expect.stringContaining('restored from a backup'),
    })
  })

  // Covers: connected-calendars-3
  it('is made and ended by its own BDM, or by those who may change BDMs; the access leaves the server in no answer', async () => {
    const viewer = await staffClient(app, 'viewer')
    const refused = await viewer.send('DELETE', `/api/bdms/${bdm}/calendar-connection`)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden'])
    const { email } = (await viewer.get('/api/auth/user')).json()
    await db().updateTable('bdms').set({ email }).where('id', '=', bdm).execute()
    expect((await admin.get('/api/bdms')).body).not.toContain('first')
    const { credentials } = await db()
      .selectFrom('bdmCalendars')
      .select('credentials')
      .executeTakeFirstOrThrow()
    expect(credentials).not.toContain('first')
    expect((await viewer.send('DELETE', `/api/bdms/${bdm}/calendar-connection`)).statusCode).toBe(200)
  })
})
