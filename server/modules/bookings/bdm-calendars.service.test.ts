import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BdmCalendar } from '#contract/bookings/bdm-calendars.ts'
import type { Booking, MadeBooking } from '#contract/bookings/bookings.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  addBdm,
  addBroker,
  addCall,
  known,
  outbox,
  parseIcs,
  post,
  SUNDAY,
  setCallingClock,
  someone,
} from '#test/worlds/bookings-world.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { offerTimes } from './offer-times.ts'

let app: TestApp
let clock = SUNDAY
let lender: Client
let viewer: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
  lender = await staffClient(app, 'lender')
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app?.close())
beforeEach(async () => {
  clock = SUNDAY
  for (const table of ['bookings', 'messages', 'bdms', 'brokers'] as const) {
    await app.connection.db.deleteFrom(table).execute()
  }
})

const at = (day: number, hour: string) => `2026-11-${day}T${hour}:00:00+11:00`
const book = async (changes: object = {}): Promise<MadeBooking> => {
  const answer = await post(app, someone(changes))
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}
const week = async (
  query = '',
  who = viewer,
): Promise<{ days: { date: string; closed: string | null }[]; bdms: BdmCalendar[] }> => {
  const answer = await who.get(`/api/bookings/calendar?from=2026-11-23&to=2026-11-27${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
/** The first BDM's slot at this time. */
const slotAt = async (day: number, hour: string) =>
  (await week()).bdms[0]?.slots.find(({ start }) => Date.parse(start) === Date.parse(at(day, hour)))

describe('the week of the BDMs', () => {
  // Covers: bookings-28
  it('has a lane for each, with slots, meetings, leave and what else takes a time, each with its reason', async () => {
    const id = await addBdm(app, { name: 'Dana Cole' })
    await addBdm(app, { name: 'Marco Ferri' })
    await book({ scheduledDate: at(24, '09') })
    await book({ scheduledDate: at(24, '09') })
    await lender.send('POST', `/api/bdms/${id}/leave`, {
      from: at(25, '00'),
      to: at(26, '00'),
      reason: 'Annual leave',
    })
    await sql`insert into bdm_absences (bdm_id, kind, during, reason)
      values (${id}, 'feed', tstzrange(${at(26, '10')}, ${at(26, '11')}), 'Private')`.execute(
      app.connection.db,
    )
    const { days, bdms } = await week()
    expect(days.map(({ date, closed }) => [date, closed])).toEqual([
      ['2026-11-23', null],
      ['2026-11-24', null],
      ['2026-11-25', null],
      ['2026-11-26', null],
      ['2026-11-27', null],
    ])
    expect(bdms.map(({ name, meetings, slots }) => [name, meetings.length, slots.length])).toEqual([
      ['Dana Cole', 1, 30],
      ['Marco Ferri', 1, 30],
    ])
    expect(await slotAt(24, '09')).toMatchObject({ by: 'meeting', reason: 'Another meeting' })
    expect(await slotAt(24, '10')).toMatchObject({ by: null, reason: null })
    expect(await slotAt(24, '15')).toMatchObject({ by: 'block', reason: 'Team time' })
    expect(await slotAt(25, '09')).toMatchObject({ by: 'leave', reason: 'Leave: Annual leave' })
    expect(await slotAt(26, '10')).toMatchObject({ by: 'busy', reason: 'Busy in their own calendar' })
    expect(JSON.stringify(bdms)).not.toContain('Private')
    clock = new Date(at(24, '12'))
    expect(await slotAt(23, '10')).toMatchObject({ by: 'clock', reason: 'This time has passed' })
    clock = new Date('2026-11-24T12:30:00+11:00')
    expect(await slotAt(24, '14')).toMatchObject({ by: 'clock', reason: 'Less than 2 hours away' })
  })

  // Covers: bookings-28
  it('shows a time that a call is offering, one BDM where that is asked for, and who left with a meeting', async () => {
    const id = await addBdm(app, { name: 'Dana Cole' })
    await setCallingClock(app, SUNDAY)
    const callId = await addCall(app)
    await offerTimes(app.ctx(), { callId, offer: 'first' })
    expect(await slotAt(23, '09')).toMatchObject({ by: 'call', reason: 'Being offered in a call' })
    await book({ scheduledDate: at(24, '09') })
    await addBdm(app, { name: 'Marco Ferri' })
    expect((await week(`&bdmId=${id}`)).bdms.map(({ name }) => name)).toEqual(['Dana Cole'])
    expect((await week('&bdmId=2000000000')).bdms).toEqual([])
    await app.connection.db.updateTable('bdms').set({ active: false }).execute()
    expect((await week()).bdms).toMatchObject([{ name: 'Dana Cole', active: false, slots: [] }])
  })

  // Covers: bookings-28
  it('is empty far away, names holidays, and refuses what is no week', async () => {
    await addBdm(app)
    const get = async (from: string, to: string) => viewer.get(`/api/bookings/calendar?from=${from}&to=${to}`)
    const far = (await get('2036-11-24', '2036-11-28')).json()
    expect(far.bdms[0].slots).toEqual([])
    expect(far.days[0].closed).toBe('Too far away')
    expect((await get('2026-12-21', '2026-12-25')).json().days[4].closed).toBe('Christmas Day')
    for (const [from, to] of [
      ['x', '2026-11-27'],
      ['2026-11-27', '2026-11-23'],
      ['2026-11-23', '2026-11-30'],
    ] as const) {
      expect([from, to, (await get(from, to)).statusCode]).toEqual([from, to, 400])
    }
    expect((await visitor(app).get('/api/bookings/calendar?from=2026-11-23&to=2026-11-27')).statusCode).toBe(
      401,
    )
  })
})

describe('a meeting that two members of staff move at once', () => {
  // Covers: bookings-28
  it('goes where the first one put it, and the second is told where that is', async () => {
    await addBdm(app, { name: 'Dana Cole' })
    const { id } = await book({ scheduledDate: at(24, '09') })
    const { bdm }: Booking = (await viewer.get(`/api/bookings/${id}`)).json()
    const was = { scheduledDate: at(24, '09'), bdmId: bdm.id }
    const move = (scheduledDate: string) =>
      lender.send('POST', `/api/bookings/${id}/reschedule`, { scheduledDate, bdmId: bdm.id, was })
    expect((await move(at(24, '10'))).statusCode).toBe(200)
    const second = await move(at(24, '11'))
    expect([second.statusCode, second.json().message]).toEqual([
      409,
      'Somebody else has just moved this meeting to Tue 24 Nov, 10:00 am AEDT with Dana Cole. Check that before you move it again.',
    ])
    // a move to the current time succeeds and sends nothing
    expect((await move(at(24, '10'))).statusCode).toBe(200)
    expect((await outbox(app, id)).filter(({ template }) => template === 'booking_moved')).toHaveLength(1)
  })
})

describe('meetings without an outcome', () => {
  // Covers: bookings-29
  it('are listed once they are over until they are answered, and again when the answer is taken back', async () => {
    await addBdm(app)
    const { id } = await book({ scheduledDate: at(24, '09') })
    await book({ scheduledDate: at(24, '11') })
    const open = async () =>
      (await viewer.get('/api/bookings?unanswered=true&sort=scheduledDate'))
        .json<Booking[]>()
        .map((booking) => booking.id)
    const mark = (status: string) => lender.send('PATCH', `/api/bookings/${id}`, { status })
    clock = new Date('2026-11-24T09:59:00+11:00')
    expect(await open()).toEqual([])
    clock = new Date(at(24, '10'))
    expect(await open()).toEqual([id])
    await mark('held')
    expect(await open()).toEqual([])
    expect((await mark('booked')).json()).toMatchObject({ status: 'booked' })
    expect(await open()).toEqual([id])
    await mark('no_show')
    await mark('booked')
    const types = await app.connection.db.selectFrom('activities').select('type').orderBy('id').execute()
    expect(types.map(({ type }) => type).slice(-4)).toEqual([
      'meeting_held',
      'meeting_reopened',
      'meeting_missed',
      'meeting_reopened',
    ])
    expect((await viewer.get('/api/bookings?unanswered=no')).statusCode).toBe(400)
  })
})

describe('whoever has just booked', () => {
  // Covers: booking-screen-10
  it('gets the link that manages the meeting, and its calendar file, which has the invitation’s identity', async () => {
    await addBdm(app)
    const brokerId = await addBroker(app)
    const { id, manageUrl } = await book({ ...known(app, brokerId), scheduledDate: at(24, '09') })
    const path = new URL(manageUrl ?? '').pathname
    expect((await visitor(app).get(path)).statusCode).toBe(200)
    const file = await visitor(app).get(`${path}/meeting.ics`)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    const { uid, sequence } = await app.connection.db
      .selectFrom('bookings')
      .select(['uid', 'sequence'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(parseIcs(file.body)).toMatchObject([
      { method: 'PUBLISH', uid, sequence, start: new Date(at(24, '09')), end: new Date(at(24, '10')) },
    ])
    await lender.send('PATCH', `/api/bookings/${id}`, { status: 'cancelled' })
    expect((await visitor(app).get(`${path}/meeting.ics`)).statusCode).toBe(404)
    expect((await visitor(app).get('/booking/manage/forged/meeting.ics')).statusCode).toBe(404)
  })
})

describe('the booking page', () => {
  // Covers: booking-screen-10
  it('opens on the months up to the first day that has a time', async () => {
    clock = new Date('2026-11-30T16:30:00+11:00')
    await addBdm(app)
    const { body } = await visitor(app).get('/booking')
    expect(body).toContain('"date":"2026-12-01"')
    expect(body).toContain('December 2026')
    clock = SUNDAY
    expect((await visitor(app).get('/booking')).body).not.toContain('"date":"2026-12-01"')
  })
})

describe('the phone of a BDM', () => {
  // Covers: calls-twilio-19
  it('is a number to which calls can be put through, with hours in a zone of Australia', async () => {
    const id = await addBdm(app, { phone: '0491 570 006' })
    const change = (body: object) => lender.send('PATCH', `/api/bdms/${id}`, body)
    for (const phone of ['000', '1300 975 707', '1800 160 401', '+1 212 555 0100', 'reception']) {
      const refused = await change({ phone })
      expect(refused.statusCode, phone).toBe(400)
      expect(refused.json().fields.phone).toMatch(/^Enter a valid phone number/)
    }
    const callHours = [{ weekday: 1, from: '08:00', to: '16:00' }]
    const changed = await change({ phone: '(02) 5550 1234', callHours, timezone: 'Australia/Perth' })
    expect(changed.json()).toMatchObject({ phone: '(02) 5550 1234', callHours, timezone: 'Australia/Perth' })
    expect((await change({ callHours: null })).json()).toMatchObject({ callHours: null })
    expect((await change({ timezone: 'Europe/London' })).statusCode).toBe(400)
    expect((await change({ callHours: [{ weekday: 1, from: '09:00', to: '09:00' }] })).statusCode).toBe(400)
  })
})
