import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readBusyFeed } from '#server/modules/bookings/busy-feeds.ts'
import { type CaldavDouble, caldavDouble } from '#test/doubles/caldav-double.ts'
import { startDouble } from '#test/doubles/double.ts'
import { Died, mortalCtx } from '#test/proofs/calendars/mortal-calendars.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { addBdm, freeOn, post, SUNDAY, someone } from '#test/worlds/bookings-world.ts'
import { accessOf, eventIcs, mailsOf, movedIcs, readEvent } from '#test/worlds/calendars-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { reconcile } from './reconcile-calendar.ts'

let now = SUNDAY
let app: TestApp
let server: CaldavDouble
let lender: Client
let bdm: number
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  lender = await staffClient(app, 'admin')
})
afterAll(() => app?.close())
beforeEach(async () => {
  now = SUNDAY
  for (const table of ['tasks', 'bookings', 'messages', 'bdms'] as const)
    await app.connection.db.deleteFrom(table).execute()
  server = await caldavDouble()
  bdm = await addBdm(app, { email: 'dana@lender.example.com', name: 'Dana Cole' })
  return () => server.close()
})

const at = (day: number, time: string): Date => new Date(`2026-11-${day}T${time}:00+11:00`)
async function connect(): Promise<void> {
  const body = { ...accessOf(server), calendarId: server.calendarUrl }
  const answer = await lender.send('POST', `/api/bdms/${bdm}/calendar-connection`, body)
  expect(answer.statusCode, answer.body).toBe(201)
  await sync()
}
const sync = (): Promise<void> => reconcile(app.ctx(), bdm)
async function book(start = at(24, '09:00')): Promise<number> {
  const answer = await post(app, someone({ scheduledDate: start.toISOString() }))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const booking = async (id: number) => (await lender.get(`/api/bookings/${id}`)).json()
const entries = () => [...server.objects].map(([name, { ics }]) => ({ name, ...readEvent(ics) }))
const only = () => {
  const [entry, ...others] = entries()
  if (!entry || others.length > 0) throw new Error(`${entries().length} entries`)
  return entry
}
const moveEntry = (start: Date, end = new Date(start.getTime() + 3_600_000)) =>
  server.put(only().name, movedIcs(server.objects.get(only().name)?.ics ?? '', start, end))
const openTasks = async () =>
  await app.connection.db
    .selectFrom('tasks')
    .select(['kind', 'details'])
    .where('closedAt', 'is', null)
    .execute()

describe('a connected calendar', () => {
  // Covers: connected-calendars-4
  it('holds each meeting once, follows moves and cancellations in Brokerline, and is not mailed an entry too', async () => {
    await connect()
    const id = await book()
    await sync()
    expect(only()).toMatchObject({ start: at(24, '09:00'), end: at(24, '10:00') })
    expect(only().summary).toMatch(/^Product discussion: Vic Visitor/)
    expect(await mailsOf(app)).toEqual([
      expect.objectContaining({ template: 'booking_confirmed', invites: true }),
      { to: 'dana@lender.example.com', template: 'booking_notice', invites: false },
    ])
    await lender.send('POST', `/api/bookings/${id}/reschedule`, {
      scheduledDate: at(25, '10:00').toISOString(),
    })
    await sync()
    expect(only().start).toEqual(at(25, '10:00'))
    await lender.send('PATCH', `/api/bookings/${id}`, { status: 'cancelled' })
    await sync()
    expect(entries()).toEqual([])
  })

  // Covers: connected-calendars-5
  it('lets a meeting follow where its BDM moved it, outside their slots too, and tells the visitor alone', async () => {
    await connect()
    const id = await book()
    await sync()
    await app.connection.db.deleteFrom('messages').execute()
    moveEntry(at(25, '18:30'), at(25, '18:45'))
    await sync()
    expect(await booking(id)).toMatchObject({
      status: 'booked',
      scheduledDate: at(25, '18:30').toISOString(),
    })
    // the length is ours
    expect(only()).toMatchObject({ start: at(25, '18:30'), end: at(25, '19:30') })
    expect((await mailsOf(app)).map(({ template }) => template)).toEqual(['booking_moved'])
    expect(await freeOn(app, '2026-11-24')).toContain('9:00 AM')
    const { description } = await app.connection.db
      .selectFrom('activities')
      .select('description')
      .where('type', '=', 'meeting_moved')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(description).toMatch(/moved to Wed 25 Nov, 6:30 pm AEDT by Dana Cole in their own calendar$/)
    const audit = await app.connection.db
      .selectFrom('auditLog')
      .select('actor')
      .where('action', '=', 'booking.moved')
      .where('subjectId', '=', String(id))
      .execute()
    expect(audit).toEqual([{ actor: 'dana@lender.example.com, in their own calendar' }])
  })

  // Covers: connected-calendars-5
  it('cancels a meeting whose entry its BDM deleted', async () => {
    await connect()
    const id = await book()
    await sync()
    await app.connection.db.deleteFrom('messages').execute()
    server.objects.delete(only().name)
    server.put('other.ics', eventIcs('other', at(26, '09:00'), at(26, '10:00')))
    await sync()
    expect(await booking(id)).toMatchObject({ status: 'cancelled' })
    expect((await mailsOf(app)).map(({ template }) => template)).toEqual(['booking_cancelled'])
  })

  // Covers: connected-calendars-6
  it('writes the time back and opens one task where a change cannot be applied', async () => {
    await connect()
    const id = await book()
    await sync()
    moveEntry(at(20, '09:00'))
    await sync()
    expect(only().start).toEqual(at(24, '09:00'))
    await sync()
    expect(await openTasks()).toEqual([
      {
        kind: 'calendar_change',
        details:
          'Dana Cole moved this meeting in their own calendar to Fri 20 Nov, 9:00 am AEDT, which has passed. The meeting stays on Tue 24 Nov, 9:00 am AEDT.',
      },
    ])
    expect(await booking(id)).toMatchObject({ scheduledDate: at(24, '09:00').toISOString() })
  })

  // Covers: connected-calendars-6
  it('finds an entry again whose process died before it stored the id, and says what its BDM did with it', async () => {
    await connect()
    await book()
    // read, planned, written
    await expect(reconcile(mortalCtx(app.ctx(), 2, 'before'), bdm)).rejects.toThrow(Died)
    // before the window that is read
    moveEntry(at(19, '09:00'))
    await sync()
    expect(only().start).toEqual(at(24, '09:00'))
    expect(await openTasks()).toMatchObject([
      {
        kind: 'calendar_change',
        details: expect.stringContaining('to Thu 19 Nov, 9:00 am AEDT, which has passed'),
      },
    ])
  })

  // Covers: connected-calendars-4
  it('writes a meeting once more whose entry was deleted before any process stored that it had made it', async () => {
    await connect()
    await book()
    await expect(reconcile(mortalCtx(app.ctx(), 2, 'before'), bdm)).rejects.toThrow(Died)
    // read, and not dealt with
    await expect(reconcile(mortalCtx(app.ctx(), 1, 'before'), bdm)).rejects.toThrow(Died)
    server.remove(only().name)
    await sync()
    expect(only().start).toEqual(at(24, '09:00'))
  })

  // Covers: connected-calendars-7
  it('replaces the address of a calendar, whose times end, and which is read again once it is disconnected', async () => {
    const ics = eventIcs('feed', at(24, '09:00'), at(24, '10:00'))
    const files = await startDouble({
      refuse: () => null,
      routes: [{ method: 'GET', path: /^\/busy\.ics$/, answer: () => ({ status: 200, body: ics }) }],
    })
    try {
      await lender.send('PATCH', `/api/bdms/${bdm}`, { busyFeedUrl: `${files.url}/busy.ics` })
      await readBusyFeed(app.ctx(), bdm)
      expect(await freeOn(app, '2026-11-24')).not.toContain('9:00 AM')
      await connect()
      await readBusyFeed(app.ctx(), bdm)
      expect(await freeOn(app, '2026-11-24')).toContain('9:00 AM')
      expect(files.seen).toHaveLength(1)
      await lender.send('DELETE', `/api/bdms/${bdm}/calendar-connection`)
      await readBusyFeed(app.ctx(), bdm)
      expect(await freeOn(app, '2026-11-24')).not.toContain('9:00 AM')
    } finally {
      await files.close()
    }
  })

  // Covers: connected-calendars-7
  it('takes the times of other entries, also of series', async () => {
    server.put('dentist.ics', eventIcs('dentist', at(24, '09:30'), at(24, '10:30')))
    server.put(
      'weekly.ics',
      eventIcs('weekly', at(23, '14:00'), at(23, '15:00'), {
        lines: ['RRULE:FREQ=DAILY'],
      }),
    )
    await connect()
    expect(await freeOn(app, '2026-11-24')).toEqual(['11:00 AM', '4:00 PM'])
    server.objects.delete('dentist.ics')
    server.put(
      'free.ics',
      eventIcs('free', at(24, '11:00'), at(24, '12:00'), { lines: ['TRANSP:TRANSPARENT'] }),
    )
    await sync()
    expect(await freeOn(app, '2026-11-24')).toEqual(['9:00 AM', '10:00 AM', '11:00 AM', '4:00 PM'])
  })

  // Covers: connected-calendars-4, connected-calendars-6
  it('loses a meeting that moves to another BDM, and where both sides moved it, Brokerline’s time counts with a task', async () => {
    await connect()
    const id = await book()
    await sync()
    moveEntry(at(26, '16:00'))
    await lender.send('POST', `/api/bookings/${id}/reschedule`, {
      scheduledDate: at(25, '10:00').toISOString(),
    })
    await sync()
    expect(only().start).toEqual(at(25, '10:00'))
    expect(await openTasks()).toEqual([
      {
        kind: 'calendar_change',
        details:
          'Dana Cole moved this meeting in their own calendar to Thu 26 Nov, 4:00 pm AEDT after it was changed in Brokerline. The meeting stays on Wed 25 Nov, 10:00 am AEDT.',
      },
    ])
    const other = await addBdm(app)
    const waiting = async () =>
      (
        await sql<{
          bdmId: number
        }>`select (j.payload->>'bdmId')::int as bdm_id from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'calendars.reconcile'`.execute(
          app.connection.db,
        )
      ).rows
    await asOwner(app.databaseUrl, 'delete from graphile_worker._private_jobs')
    const moved = { scheduledDate: at(25, '10:00').toISOString(), bdmId: other }
    expect((await lender.send('POST', `/api/bookings/${id}/reschedule`, moved)).statusCode).toBe(200)
    // the calendar that loses it is reconciled too
    expect(await waiting()).toEqual([{ bdmId: bdm }])
    await sync()
    expect(entries()).toEqual([])
  })

  // Covers: connected-calendars-6
  it('keeps a meeting whose entry was moved onto another one, made a series, or moved after it began', async () => {
    await connect()
    const id = await book()
    const second = await book(at(24, '11:00'))
    await sync()
    const entryAt = (start: Date) => entries().find((entry) => entry.start.getTime() === start.getTime())
    const change = (name: string, ics: string) => server.put(name, ics)
    const entry = entryAt(at(24, '11:00'))
    if (!entry) throw new Error('no entry')
    const ics = server.objects.get(entry.name)?.ics ?? ''
    change(entry.name, movedIcs(ics, at(24, '09:30'), at(24, '10:30')))
    await sync()
    expect(entryAt(at(24, '11:00'))).toBeDefined()
    change(entry.name, ics.replace('END:VEVENT', 'RRULE:FREQ=DAILY\r\nEND:VEVENT'))
    await sync()
    expect(server.objects.get(entry.name)?.ics).not.toContain('RRULE')
    now = at(24, '11:15')
    change(entry.name, movedIcs(ics, at(27, '11:00'), at(27, '12:00')))
    await sync()
    expect(entryAt(at(24, '11:00'))).toBeDefined()
    expect(await booking(id)).toMatchObject({ scheduledDate: at(24, '09:00').toISOString() })
    expect(await booking(second)).toMatchObject({
      status: 'booked',
      scheduledDate: at(24, '11:00').toISOString(),
    })
    const { details } = (await openTasks())[0] ?? {}
    expect(details).toBe(
      'Dana Cole moved this meeting in their own calendar to Fri 27 Nov, 11:00 am AEDT after it had begun. The meeting stays on Tue 24 Nov, 11:00 am AEDT.',
    )
  })
})
