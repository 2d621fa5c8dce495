import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AvailabilityDay, SLOT_TAKEN } from '#contract/bookings/bookings.ts'
import { viewDetails } from '#server/modules/calls/call-details.views.ts'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { choiceResult } from '#server/modules/telephony/choice-result.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  addBdm,
  addBroker,
  addCall,
  freeOn,
  outbox,
  post,
  SUNDAY,
  setCallingClock,
  someone,
} from '#test/worlds/bookings-world.ts'
import { staffClient } from '#test/worlds/client.ts'
import { scheduleLeave } from './bdms.ts'
import { heldOf } from './held-times.store.ts'
import { lapse } from './lapse.job.ts'
import { offerTimes } from './offer-times.ts'
import { reschedule } from './reschedule.ts'
import { viewBooking } from './views.ts'

let app: TestApp
let now = SUNDAY
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app?.close())
beforeEach(async () => {
  now = SUNDAY
  await setCallingClock(app, SUNDAY)
  for (const table of ['bookings', 'messages', 'bdms', 'activities'] as const) {
    await app.connection.db.deleteFrom(table).execute()
  }
})

const MONDAY_NINE = '2026-11-22T22:00:00.000Z'
const MONDAY_TWO = '2026-11-23T03:00:00.000Z'
const MINUTE = 60_000

const offer = (callId: number, name = 'first') => offerTimes(app.ctx(), { callId, offer: name })
const startsOf = (offered: readonly { start: string }[]) => offered.map(({ start }) => start)
const heldBy = async (callId: number) =>
  (await heldOf(app.ctx(), callId)).map(({ start }) => start.toISOString())

let keys = 0
/** Delivers an event as the provider would. */
const tell = (callId: number, event: Partial<VoiceEvent>) =>
  intake(app.ctx(), [
    { callId, events: [{ key: `k${keys++}`, at: SUNDAY, ...event } as VoiceEvent] }, // each test completes its event
  ])
const name = (callId: number, slot: string | undefined) =>
  tell(callId, { kind: 'option', option: 'option_2', source: 'voice', slot: slot ?? null })
const end = (callId: number) =>
  tell(callId, { kind: 'ended', outcome: 'human', durationSeconds: 60, message: null })

async function bookingOf(callId: number) {
  const { rows } = await sql<{ id: number; bdmId: number; start: Date; saidStart: Date | null }>`
    select id, bdm_id, lower(during) as start, said_start from bookings
    where call_id = ${callId}`.execute(app.connection.db)
  return rows[0]
}
const startOf = async (callId: number) => (await bookingOf(callId))?.start.toISOString()

describe('a time that a call offers', () => {
  // Covers: staff-screens-microsites-11
  it('to a broker in Perth lies within 8 am and 6 pm there, and is said and written in their time first', async () => {
    await addBdm(app)
    const brokerId = await addBroker(app, { region: 'WA', phone: '+61491570159' })
    await app.connection.db
      .updateTable('brokers')
      .set({ timezone: 'Australia/Perth' })
      .where('id', '=', brokerId)
      .execute()
    const callId = await addCall(app, { brokerId, toNumber: '+61491570159' })
    const offered = await offer(callId)
    expect(offered).toEqual([
      { start: '2026-11-23T00:00:00.000Z', spoken: 'Monday 23 November at 8 am', inSydney: '11 am' },
      { start: '2026-11-23T03:00:00.000Z', spoken: 'Monday 23 November at 11 am', inSydney: '2 pm' },
    ])
    await name(callId, offered[0]?.start)
    const { id = 0 } = (await bookingOf(callId)) ?? {}
    const sent = await outbox(app, id)
    const own = 'Mon 23 Nov, 8:00 am AWST (11:00 am in Sydney)'
    expect(sent.some(({ channel, body }) => channel === 'sms' && body.includes(own))).toBe(true)
    expect(sent.map(({ body }) => body).join(' ')).toContain(
      'Mon 23 Nov 2026, 8:00 am to 9:00 am AWST (11:00 am to 12:00 pm in Sydney)',
    )
    expect(await choiceResult(app.ctx(), { callId, option: 'option_2' })).toMatch(
      /booked for Monday 23 November at 8 am, your time, that is 11 am in Sydney\./,
    )
  })

  // Covers: bookings-20
  it('is booked where a meeting was asked for without a time earlier in the call, and once only', async () => {
    await addBdm(app)
    const callId = await addCall(app, { toNumber: '+61491570157' })
    const wanted = () =>
      app.connection.db
        .selectFrom('tasks')
        .select('state')
        .where('kind', '=', 'meeting_wanted')
        .where('subjectId', '=', callId)
        .execute()
    const links = () =>
      app.connection.db
        .selectFrom('messages')
        .select('status')
        .where('occasion', '=', `call:${callId}:option_2`)
        .execute()
    await name(callId, undefined)
    expect([await bookingOf(callId), await wanted(), (await links()).length]).toEqual([
      ...[undefined, [{ state: 'open' }], 1],
    ])
    // a day without slots is no time either
    await name(callId, '2026-11-22T03:00:00.000Z')
    expect(await bookingOf(callId)).toBeUndefined()
    await name(callId, MONDAY_TWO)
    expect([await startOf(callId), await links()]).toEqual([MONDAY_TWO, [{ status: 'cancelled' }]])
    await name(callId, MONDAY_NINE)
    await name(callId, undefined)
    expect([await startOf(callId), (await links()).length]).toEqual([MONDAY_TWO, 1])
  })

  // Covers: bookings-25
  it('is one of two, well apart, from the next business day on, spoken as it is held', async () => {
    await addBdm(app)
    const callId = await addCall(app)
    expect(await offer(callId)).toEqual([
      { start: MONDAY_NINE, spoken: 'Monday 23 November at 9 am' },
      { start: MONDAY_TWO, spoken: 'Monday 23 November at 2 pm' },
    ])
    expect(await heldBy(callId)).toEqual([MONDAY_NINE, MONDAY_TWO])
  })

  // Covers: bookings-21
  it('can be had by nobody else meanwhile: no visitor, no member of staff, no other call', async () => {
    await addBdm(app)
    const callId = await addCall(app)
    await offer(callId)
    expect(await freeOn(app, '2026-11-23')).toEqual(['10:00 AM', '11:00 AM', '4:00 PM'])
    const answer = await post(app, someone({ scheduledDate: MONDAY_NINE }))
    expect([answer.statusCode, answer.json().message]).toEqual([409, SLOT_TAKEN])
    const staff = await app.staff('lender')
    const { bookMeeting } = await import('./book.ts')
    const { newBooking } = await import('#contract/bookings/bookings.ts')
    const input = newBooking.parse(someone({ scheduledDate: MONDAY_TWO }))
    await expect(bookMeeting(staff, input)).rejects.toMatchObject({ message: SLOT_TAKEN })
    const other = await addCall(app)
    const offered = startsOf(await offer(other))
    expect(offered).not.toContain(MONDAY_NINE)
    expect(offered).not.toContain(MONDAY_TWO)
    // a provider may report a time that was not offered
    const third = await addCall(app)
    await name(third, MONDAY_NINE)
    expect(await startOf(third)).not.toBe(MONDAY_NINE)
  })

  // Covers: bookings-21
  it('is decided by the table’s constraint, whoever writes there', async () => {
    const bdmId = await addBdm(app)
    const callId = await addCall(app)
    await offer(callId)
    await expect(
      sql`insert into bookings (bdm_id, during, meeting_type, attendees, name, source, uid)
        values (${bdmId}, tstzrange(${MONDAY_NINE}::timestamptz, ${MONDAY_NINE}::timestamptz + interval '1 hour'),
          'general-inquiry', 1, 'Straight', 'staff', 'straight')`.execute(app.connection.db),
    ).rejects.toMatchObject({ code: '23P01', constraint: 'reserved_times_no_overlap' })
  })

  // Covers: bookings-21
  it('is the one that is booked when it is named, with the BDM who held it; the other is free again', async () => {
    await addBdm(app)
    await addBdm(app)
    const brokerId = await addBroker(app, { phone: '+61255509999' })
    const callId = await addCall(app, { brokerId, toNumber: '+61255509999' })
    await offer(callId)
    const [, second] = await heldOf(app.ctx(), callId)
    await name(callId, MONDAY_TWO)
    expect(await bookingOf(callId)).toMatchObject({
      bdmId: second?.bdmId,
      start: new Date(MONDAY_TWO),
      saidStart: null,
    })
    expect(await heldBy(callId)).toEqual([])
    expect((await post(app, someone({ scheduledDate: MONDAY_NINE }))).statusCode).toBe(201)
    // a call books once: nothing more is offered, or held
    expect(await offer(callId, 'again')).toEqual([])
  })

  // Covers: bookings-21
  it.each([
    ['the call ends without a choice', end],
    [
      'another option is chosen',
      (callId: number) => tell(callId, { kind: 'option', option: 'option_1', source: 'key' }),
    ],
    [
      'the call fails',
      (callId: number) =>
        tell(callId, { kind: 'ended', outcome: 'provider_fault', durationSeconds: 0, message: null }),
    ],
  ] as const)('is free again when %s', async (_, happens) => {
    await addBdm(app)
    const callId = await addCall(app)
    await offer(callId)
    await happens(callId)
    expect(await heldBy(callId)).toEqual([])
    expect((await post(app, someone({ scheduledDate: MONDAY_NINE }))).statusCode).toBe(201)
  })

  // Covers: bookings-21
  it('is offered again to who asks again, later ones to whom none suits, and none once the call has ended', async () => {
    await addBdm(app)
    const callId = await addCall(app)
    const first = await offer(callId)
    expect(await offer(callId)).toEqual(first)
    const later = startsOf(await offer(callId, 'second'))
    expect(later[0] ?? '').toSatisfy((start: string) => start > MONDAY_TWO)
    expect(await heldBy(callId)).toEqual(later)
    await end(callId)
    expect(await offer(callId, 'third')).toEqual([])
    expect(await heldBy(callId)).toEqual([])
  })

  it('leaves out when the person has a meeting already', async () => {
    await addBdm(app)
    await addBdm(app)
    const brokerId = await addBroker(app)
    await post(app, someone({ brokerId, scheduledDate: MONDAY_NINE }))
    expect(startsOf(await offer(await addCall(app, { brokerId })))[0]).toBe('2026-11-22T23:00:00.000Z')
  })

  // Covers: bookings-21
  it('is another one for each of many calls at once, while there are enough', async () => {
    for (let count = 0; count < 4; count++) await addBdm(app)
    const calls = await Promise.all(Array.from({ length: 15 }, () => addCall(app)))
    const offered = await Promise.all(calls.map((callId) => offer(callId)))
    expect(offered.every((times) => times.length === 2)).toBe(true)
    const held = await Promise.all(calls.map((callId) => heldOf(app.ctx(), callId)))
    const places = held.flat().map(({ bdmId, start }) => `${bdmId} ${start.toISOString()}`)
    expect(new Set(places).size).toBe(30)
    await Promise.all(calls.map((callId, index) => name(callId, offered[index]?.[index % 2]?.start)))
    for (const [index, callId] of calls.entries())
      expect(await startOf(callId)).toBe(offered[index]?.[index % 2]?.start)
  })
})

/** Of a call that names a time which it was not offered. */
async function startOfNamed(slot: string | undefined): Promise<string | undefined> {
  const callId = await addCall(app)
  await name(callId, slot)
  return startOf(callId)
}

describe('a time that was held too long', () => {
  // Covers: bookings-21
  it('is free by the clock, before any job has looked at it: for visitors, calls and moved meetings', async () => {
    await addBdm(app)
    await offer(await addCall(app))
    const [ten, four] = startsOf(await offer(await addCall(app)))
    now = new Date(SUNDAY.getTime() + 17 * MINUTE)
    expect(await freeOn(app, '2026-11-23')).toContain('9:00 AM')
    const visitor = await post(app, someone({ scheduledDate: MONDAY_NINE }))
    expect(visitor.statusCode).toBe(201)
    await reschedule(app.ctx(), visitor.json().id, new Date(MONDAY_TWO))
    await sql`update bookings set during = tstzrange(lower(during) + interval '7 days', upper(during) + interval '7 days')`.execute(
      app.connection.db,
    )
    await post(app, someone({ scheduledDate: MONDAY_NINE }))
    expect(startsOf(await offer(await addCall(app)))).toEqual([ten, MONDAY_TWO])
    expect(await startOfNamed(four)).toBe(four)
  })

  // Covers: bookings-21
  it('is still booked where it was named late and nobody has taken it', async () => {
    await addBdm(app)
    const callId = await addCall(app)
    await offer(callId)
    now = new Date(SUNDAY.getTime() + 17 * MINUTE)
    await name(callId, MONDAY_TWO)
    expect(await bookingOf(callId)).toMatchObject({ start: new Date(MONDAY_TWO), saidStart: null })
  })

  // Covers: bookings-21
  it('is forgotten by the job, and only then', async () => {
    await addBdm(app)
    const callId = await addCall(app)
    await offer(callId)
    await lapse(app.ctx())
    expect(await heldBy(callId)).toHaveLength(2)
    now = new Date(SUNDAY.getTime() + 17 * MINUTE)
    await lapse(app.ctx())
    expect(await heldBy(callId)).toEqual([])
  })
})

describe('a named time that cannot be had any more', () => {
  async function changed(): Promise<{ callId: number; bookingId: number }> {
    const bdmId = await addBdm(app, { email: 'dana@lender.example.com' })
    const brokerId = await addBroker(app, { phone: '+61491570158' })
    const callId = await addCall(app, { brokerId, toNumber: '+61491570158' })
    await offer(callId)
    await scheduleLeave(await app.staff('admin'), bdmId, {
      from: '2026-11-23T13:30:00+11:00',
      to: '2026-11-23T15:30:00+11:00',
      reason: 'Dentist',
    })
    await name(callId, MONDAY_TWO)
    return { callId, bookingId: (await bookingOf(callId))?.id ?? 0 }
  }

  // Covers: bookings-23
  it('is followed by the next later one, never an earlier one that is free', async () => {
    const { bookingId } = await changed()
    expect(await viewBooking(app.ctx(), bookingId)).toMatchObject({
      scheduledDate: '2026-11-23T05:00:00.000Z',
      saidDate: MONDAY_TWO,
    })
  })

  // Covers: bookings-23
  it('is told as changed by SMS, email and invitation to both, in the timeline and in the call', async () => {
    const { callId, bookingId } = await changed()
    await tell(callId, {
      kind: 'transcript',
      lines: [],
      summary: 'The broker asked for a meeting, Monday 23 November at 2 pm.',
    })
    const messages = await outbox(app, bookingId)
    const [mail, sms, notice] = messages
    expect(sms?.body).toContain('is booked for Mon 23 Nov, 4:00 pm AEDT, changed from 2 pm.')
    expect(mail?.subject).toBe('Meeting booked: Mon 23 Nov 2026, 4:00 pm to 5:00 pm AEDT, changed from 2 pm')
    for (const text of [mail?.body, mail?.html]) expect(text).toContain('In the call we said 2 pm.')
    expect(JSON.stringify(mail?.invitation)).toContain('20261123T050000Z')
    expect(notice?.body).toContain('They were told 2 pm in the call')
    const details = await viewDetails(app.ctx(), callId)
    expect(details.summary).toBe(
      'The broker asked for a meeting, Monday 23 November at 2 pm. Meeting booked for Monday 23 November at 4 pm, changed from 2 pm, which was no longer free.',
    )
    expect(details.events.map(({ description }) => description)).toContain(
      'Meeting booked for Monday 23 November at 4 pm, changed from 2 pm, which was no longer free',
    )
    const followUps = details.followUps.map(({ description }) => description)
    expect(followUps.filter((text) => text.includes('changed from 2 pm'))).toHaveLength(3)
    expect(await choiceResult(app.ctx(), { callId, option: 'option_2' })).toBe(
      'I am sorry, 2 pm is no longer free. Your meeting is booked for Monday 23 November at 4 pm instead, Sydney time.',
    )
  })

  // Covers: bookings-26
  it.each([
    ['the BDM was disabled', () => app.connection.db.updateTable('bdms').set({ active: false }).execute()],
    ['the calendar was filled', () => sql`update bdms set hours = '[]'`.execute(app.connection.db)],
  ] as const)('is not followed by anything where %s: it says so, and is somebody’s to call back', async (_, happens) => {
    await addBdm(app)
    const callId = await addCall(app)
    await offer(callId)
    await happens()
    await name(callId, MONDAY_NINE)
    expect(await bookingOf(callId)).toBeUndefined()
    expect(await heldBy(callId)).toEqual([])
    const { summary, followUps } = await viewDetails(app.ctx(), callId)
    expect(summary).toBe('No meeting could be booked: no time was free, call back.')
    expect(followUps.map(({ kind }) => kind)).toEqual(['meeting_requested'])
    expect(await choiceResult(app.ctx(), { callId, option: 'option_2' })).toMatch(/^There is no free time/)
  })

  // Covers: bookings-23
  it('of a disabled BDM is kept with another one who is free then, and nothing is changed', async () => {
    const first = await addBdm(app)
    const callId = await addCall(app)
    await offer(callId)
    const second = await addBdm(app)
    await app.connection.db.updateTable('bdms').set({ active: false }).where('id', '=', first).execute()
    await name(callId, MONDAY_TWO)
    expect(await bookingOf(callId)).toMatchObject({
      bdmId: second,
      start: new Date(MONDAY_TWO),
      saidStart: null,
    })
  })

  // Covers: bookings-23
  it('lies in the past of the calling clock: the next one after now is booked', async () => {
    await addBdm(app)
    const callId = await addCall(app)
    await offer(callId)
    await setCallingClock(app, new Date('2026-11-24T10:30:00+11:00'))
    await name(callId, MONDAY_TWO)
    expect(await bookingOf(callId)).toMatchObject({
      start: new Date('2026-11-25T09:00:00+11:00'),
      saidStart: new Date(MONDAY_TWO),
    })
  })
})

describe('a meeting in a simulated call', () => {
  // Covers: bookings-20
  it('follows the calling clock, which is a week ahead of the real one', async () => {
    await addBdm(app)
    await setCallingClock(app, new Date('2026-12-07T10:00:00+11:00'))
    const callId = await addCall(app, { simulatedAt: new Date('2026-12-07T09:58:00+11:00') })
    const [first] = await offer(callId)
    expect(first).toEqual({ start: '2026-12-07T22:00:00.000Z', spoken: 'Tuesday 8 December at 9 am' })
    await name(callId, first?.start)
    expect(await startOf(callId)).toBe(first?.start)
    const wordless = await addCall(app, { simulatedAt: new Date('2026-12-07T09:59:00+11:00') })
    await name(wordless, undefined)
    expect(await startOf(wordless)).toBeUndefined()
  })

  // Covers: simulator-7, bookings-7
  it('says when it was booked by the calling clock, and moves to no time before it', async () => {
    await addBdm(app)
    const calledAt = new Date('2026-12-07T09:58:00+11:00')
    await setCallingClock(app, new Date('2026-12-07T10:00:00+11:00'))
    const callId = await addCall(app, { simulatedAt: calledAt, createdAt: app.ctx().now(), clockSpeed: 1 })
    const [first] = await offer(callId)
    await name(callId, first?.start)
    const lender = await staffClient(app, 'lender')
    const [booking] = (await lender.get('/api/bookings')).json()
    expect(booking).toMatchObject({ callId, simulatedAt: calledAt.toISOString() })
    const times = await lender.get(`/api/bookings/${booking.id}/times?from=2026-11-23&to=2026-12-08`)
    const free = (times.json() as AvailabilityDay[]).filter(({ slots }) =>
      slots.some((slot) => slot.available),
    )
    expect(free.map(({ date }) => date)).toEqual(['2026-12-07', '2026-12-08'])
    const earlier = { scheduledDate: '2026-12-04T10:00:00+11:00' }
    const moved = await lender.send('POST', `/api/bookings/${booking.id}/reschedule`, earlier)
    expect(moved.statusCode, moved.body).toBe(422)
  })
})
