import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CalendarFault } from '#server/providers/ports/calendars.ts'
import { startGoogleDouble } from '#test/doubles/calendars/google.ts'
import { CALENDAR_CLIENT } from '#test/doubles/calendars/oauth.ts'
import { type MemoryCalendars, memoryCalendars } from '#test/doubles/memory-calendars.ts'
import { Died, mortal, mortalCtx } from '#test/proofs/calendars/mortal-calendars.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, post, SUNDAY, someone } from '#test/worlds/bookings-world.ts'
import { mailsOf } from '#test/worlds/calendars-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { connectCalendar } from './connect.ts'
import { disconnectRestored } from './disconnect-restored.ts'
import { reconcile } from './reconcile-calendar.ts'
import { tick } from './tick.job.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let now = SUNDAY
let app: TestApp
let admin: Client
let bdm: number
const at = (day: number, time: string): Date => new Date(`2026-11-${day}T${time}:00+11:00`)
const db = () => app.connection.db
const sync = (): Promise<void> => reconcile(app.ctx(), bdm)
async function book(start = at(24, '09:00')): Promise<number> {
  const answer = await post(app, someone({ scheduledDate: start.toISOString() }))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const disconnect = async (): Promise<void> => {
  const answer = await admin.send('DELETE', `/api/bdms/${bdm}/calendar-connection`)
  expect([answer.statusCode, answer.json().connectedCalendar]).toEqual([200, null])
}
const statusOf = async (id: number) => (await admin.get(`/api/bookings/${id}`)).json().status
const left = async () => (await db().selectFrom('calendarDisconnections').select('id').execute()).length
async function clearTables(): Promise<void> {
  now = SUNDAY
  for (const table of ['tasks', 'bookings', 'messages', 'bdms'] as const)
    await db().deleteFrom(table).execute()
  bdm = await addBdm(app, { email: 'dana@lender.example.com', name: 'Dana Cole' })
}

// Covers: connected-calendars-14
describe('disconnecting a calendar', () => {
  let service: MemoryCalendars
  beforeAll(async () => {
    app = await createTestApp({ now: () => now })
    admin = await staffClient(app, 'admin')
  })
  afterAll(() => app?.close())
  beforeEach(async () => {
    await clearTables()
    service = memoryCalendars(() => now)
    app.providers.calendars = { ...app.providers.calendars, microsoft: service }
    await connect()
  })

  async function connect(changes = {}): Promise<void> {
    await connectCalendar(await app.staff(), bdm, {
      ...{ service: 'microsoft', calendarId: 'work', label: 'dana@example.com', ...changes },
      credentials: { token: 'first' },
    })
    await sync()
  }
  const later = (ms: number): void => {
    now = new Date(now.getTime() + ms)
  }
  const away = (kind: 'unreachable' | 'revoked' = 'unreachable'): void => {
    service.fault = new CalendarFault(kind, 'The service is away.')
  }

  it('removes entries of meetings that are ahead, ends announcements and withdraws the permission; the meetings stay', async () => {
    const past = await book(at(24, '09:00'))
    const ahead = await book(at(25, '10:00'))
    await sync()
    await db().deleteFrom('messages').execute()
    now = at(24, '12:00')
    await disconnect()
    await sync()
    expect([...service.entries.values()].map(({ spans }) => spans[0]?.from)).toEqual([at(24, '09:00')])
    expect(service.ended).toMatchObject([{ id: 'watch 1' }])
    expect([service.withdrawn, await left()]).toEqual([1, 0])
    expect([await statusOf(past), await statusOf(ahead)]).toEqual(['booked', 'booked'])
    expect(await mailsOf(app)).toEqual([])
    await sync()
    expect(service.withdrawn).toBe(1)
  })

  it('keeps an entry that was moved there after the last read', async () => {
    const id = await book()
    await sync()
    const [entry] = service.entries.values()
    if (!entry) throw new Error('no entry')
    const moved = { ...entry, etag: 'theirs', spans: [{ from: at(26, '09:00'), to: at(26, '10:00') }] }
    service.entries.set(entry.id, moved)
    const remove = service.removeMeeting.bind(service)
    service.removeMeeting = async (link, kept) => {
      if (service.entries.get(kept.id)?.etag !== kept.etag) throw new CalendarFault('changed', 'Changed.')
      await remove(link, kept)
    }
    await disconnect()
    await sync()
    expect([service.entries.size, service.withdrawn, await statusOf(id)]).toEqual([1, 1, 'booked'])
  })

  it('ends immediately while the service is unavailable; the service is cleared later, or given up after a day', async () => {
    await book()
    await sync()
    away()
    await disconnect()
    await sync()
    expect([service.entries.size, await left()]).toEqual([1, 1])
    service.fault = null
    later(60_000)
    await tick(app.ctx())
    await sync()
    expect([service.entries.size, service.withdrawn, await left()]).toEqual([0, 1, 0])
    await connect()
    away()
    await disconnect()
    await sync()
    later(DAY_MS + HOUR_MS)
    await sync()
    expect(await left()).toBe(0)
  })

  it('needs no access: with a permission that was withdrawn before, the row is deleted', async () => {
    away('revoked')
    await disconnect()
    await sync()
    expect([service.withdrawn, await left()]).toEqual([0, 0])
  })

  it('is finished by the next run where the process died after any of its requests', async () => {
    await book()
    await book(at(25, '10:00'))
    await sync()
    await disconnect()
    for (const accident of ['dies_after', 'dies', 'dies_after'] as const) {
      const dying = mortal(service)
      app.providers.calendars = { ...app.providers.calendars, microsoft: dying }
      dying.plan(accident, 0)
      await sync().catch((error: unknown) => expect(error).toBeInstanceOf(Died))
    }
    app.providers.calendars = { ...app.providers.calendars, microsoft: service }
    await sync()
    expect([service.entries.size, service.withdrawn, await left()]).toEqual([0, 1, 0])
  })

  it('removes an entry whose write was not recorded', async () => {
    await book()
    await expect(reconcile(mortalCtx(app.ctx(), 2, 'before'), bdm)).rejects.toThrow(Died)
    expect(service.entries.size).toBe(1)
    await disconnect()
    await sync()
    expect(service.entries.size).toBe(0)
  })

  it('cancels no meeting where the calendar is connected again before the service was cleared', async () => {
    const id = await book()
    await sync()
    away()
    await disconnect()
    await sync()
    service.fault = null
    // the same calendar, then the same account under another name
    for (const label of ['dana@example.com', 'Dana renamed']) {
      await connect({ label })
      await sync()
      expect([service.entries.size, service.withdrawn, await left()]).toEqual([1, 0, 0])
      expect(await statusOf(id)).toBe('booked')
    }
    expect(await mailsOf(app)).toHaveLength(2)
  })

  it('changes no calendar that was connected before a restore', async () => {
    await book()
    await sync()
    await app.ctx().tx((tx) => disconnectRestored(tx))
    await disconnect()
    await sync()
    expect([service.entries.size, service.withdrawn]).toEqual([1, 0])
  })
})

// Covers: connected-services-5
it('withdraws the permission at Google, but not while another BDM has the account connected', async () => {
  const google = await startGoogleDouble()
  app = await createTestApp({
    env: {
      GOOGLE_CALENDAR_CLIENT_ID: CALENDAR_CLIENT.clientId,
      GOOGLE_CALENDAR_CLIENT_SECRET: CALENDAR_CLIENT.clientSecret,
      GOOGLE_CALENDAR_BASE_URL: google.url,
    },
    now: () => now,
  })
  try {
    admin = await staffClient(app, 'admin')
    await clearTables()
    const [first, second] = [bdm, await addBdm(app)]
    for (const each of [first, second]) {
      const connection = { service: 'google' as const, calendarId: 'primary', label: 'mia@lender.example' }
      await connectCalendar(await app.staff(), each, { ...connection, credentials: google.grant() })
      await reconcile(app.ctx(), each)
    }
    const revocations = () => google.seen.filter(({ path }) => path === '/revoke').length
    for (const expected of [0, 1]) {
      await disconnect()
      await sync()
      expect([revocations(), google.channels.size, await left()]).toEqual([expected, 1 - expected, 0])
      bdm = second
    }
  } finally {
    await app.close()
    await google.close()
  }
})
