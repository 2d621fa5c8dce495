import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SLOT_TAKEN } from '#contract/bookings/bookings.ts'
import { signToken } from '#server/platform/crypto/token.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  addBdm,
  addBroker,
  freeOn,
  outbox,
  parseIcs,
  post,
  SUNDAY,
  someone,
  TUESDAY_NINE,
  tokenIn,
} from '#test/worlds/bookings-world.ts'
import { visitor } from '#test/worlds/client.ts'
import { NO_SUCH_TIME, OWN_MEETING, PAST, TOO_SOON } from './book.rules.ts'
import { CANCELLED, STARTED } from './change-booking.rules.ts'
import { LINK_GONE } from './manage-booking.ts'
import { remind } from './reminders.ts'

const WEDNESDAY_TEN = '2026-11-25T10:00:00+11:00'

let app: TestApp
let clock = SUNDAY
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
})
afterAll(() => app?.close())

beforeEach(async () => {
  clock = SUNDAY
  for (const table of ['bookings', 'messages', 'bdms', 'activities'] as const) {
    await app.connection.db.deleteFrom(table).execute()
  }
})

interface Booked {
  id: number
  token: string
}

async function booked(changes: object = {}): Promise<Booked> {
  const answer = await post(app, someone(changes))
  if (answer.statusCode !== 201) throw new Error(answer.body)
  const { id } = answer.json<{ id: number }>()
  const [mail] = await outbox(app, id)
  return { id, token: tokenIn(mail?.body ?? '') }
}

const read = (token: string) => visitor(app).get(`/api/bookings/manage/${token}`)
const send = (token: string, body: object) => visitor(app).send('POST', `/api/bookings/manage/${token}`, body)
const move = (token: string, scheduledDate: string) => send(token, { action: 'reschedule', scheduledDate })
const row = (id: number) =>
  app.connection.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const told = async (id: number) =>
  (await outbox(app, id)).map(({ recipient, template, occasion }) => [recipient, template, occasion])
const activities = async () =>
  (
    await app.connection.db.selectFrom('activities').select(['type', 'description']).orderBy('id').execute()
  ).map(({ type, description }) => `${type}: ${description}`)

describe('the link of a confirmation', () => {
  it('opens the meeting with its video link and nothing of who comes', async () => {
    await addBdm(app, { name: 'Dana Cole', videoLink: 'https://meet.example/dana' })
    const brokerId = await addBroker(app)
    const { token } = await booked({ brokerId })
    const answer = await read(token)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      scheduledDate: '2026-11-23T22:00:00.000Z',
      zoneLabel: 'AEDT',
      bdmName: 'Dana Cole',
      videoLink: 'https://meet.example/dana',
      canChange: true,
      reason: null,
    })
    expect(answer.body).not.toContain('Secretname')
  })

  // Covers: bookings-18
  it('opens nothing when it was forged, cut, made for something else, or the meeting is over', async () => {
    await addBdm(app)
    const { id, token } = await booked()
    const secret = app.providers.secret
    const later = new Date('2027-01-01T00:00:00Z')
    const wrong = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.slice(0, -3),
      'x',
      'a.b.c',
      signToken(secret, { purpose: 'draft', id }, later),
      signToken('another secret of a good length, it is', { purpose: 'booking', id }, later),
      signToken(secret, { purpose: 'booking', id }, SUNDAY),
      signToken(secret, { purpose: 'booking', id: 2_000_000_000 }, later),
    ]
    for (const bad of wrong) {
      for (const answer of [
        await read(bad),
        await move(bad, WEDNESDAY_TEN),
        await send(bad, { action: 'cancel' }),
      ]) {
        expect([bad, answer.statusCode]).toEqual([bad, 404])
        expect(answer.json().message).toBe(LINK_GONE)
      }
      const page = await visitor(app).get(`/booking/manage/${bad}`)
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    }
    clock = new Date('2026-11-24T09:59:59.999+11:00')
    expect((await read(token)).json()).toMatchObject({ canChange: false, reason: STARTED })
    clock = new Date('2026-11-24T10:00:00+11:00')
    expect((await read(token)).statusCode).toBe(404)
  })

  // Covers: bookings-18
  it('leads to a page that tells no other site where it came from', async () => {
    await addBdm(app)
    const { token } = await booked()
    const page = await visitor(app).get(`/booking/manage/${token}`)
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    })
  })
})

describe('moving a meeting', () => {
  it('keeps the BDM where another one would be offered first', async () => {
    const first = await addBdm(app)
    const second = await addBdm(app, { name: 'Dana Cole' })
    const { db } = app.connection
    await db.updateTable('bdms').set({ active: false }).where('id', '=', first).execute()
    const { id, token } = await booked()
    await db.updateTable('bdms').set({ active: true }).where('id', '=', first).execute()
    expect((await move(token, WEDNESDAY_TEN)).json()).toMatchObject({ bdmName: 'Dana Cole' })
    expect(await row(id)).toMatchObject({ bdmId: second })
  })

  it('and cancelling it are in the audit log, with who did it', async () => {
    await addBdm(app)
    const { id, token } = await booked()
    await move(token, WEDNESDAY_TEN)
    await send(token, { action: 'cancel' })
    const rows = await app.connection.db
      .selectFrom('auditLog')
      .select(['action', 'actor'])
      .where('subjectType', '=', 'booking')
      .where('subjectId', '=', String(id))
      .where('action', 'in', ['booking.moved', 'booking.cancelled'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { action: 'booking.moved', actor: 'visitor' },
      { action: 'booking.cancelled', actor: 'visitor' },
    ])
  })

  // Covers: bookings-17
  it('keeps the BDM, frees the old time, and sends the same invitation with the next sequence', async () => {
    const first = await addBdm(app, { name: 'Dana Cole', email: 'dana@lender.example.com' })
    await addBdm(app)
    const { id, token } = await booked({ email: 'vic@example.com', name: 'Vic' })
    // the other BDM has fewer that day, and still the meeting stays where it is
    const answer = await move(token, WEDNESDAY_TEN)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ scheduledDate: '2026-11-24T23:00:00.000Z', bdmName: 'Dana Cole' })
    expect(await row(id)).toMatchObject({ bdmId: first, sequence: 1, status: 'booked' })
    expect(await told(id)).toEqual([
      ['vic@example.com', 'booking_confirmed', `booking:${id}:confirmed:0`],
      ['dana@lender.example.com', 'booking_notice', `booking:${id}:notice:booked:${first}:0`],
      ['vic@example.com', 'booking_moved', `booking:${id}:moved:1`],
      ['dana@lender.example.com', 'booking_notice', `booking:${id}:notice:moved:${first}:1`],
    ])
    const sent = await outbox(app, id)
    // the BDM's own entries are updated as the visitor's invitation is
    const methods = sent.map(({ invitation }) => (invitation as { method: string }).method)
    expect(methods).toEqual(['REQUEST', 'PUBLISH', 'REQUEST', 'PUBLISH'])
    const invitations = sent.flatMap(({ invitation, recipient }) =>
      recipient === 'vic@example.com' ? parseIcs((invitation as { ics: string }).ics) : [],
    )
    expect(invitations.map(({ uid, sequence, start }) => [uid, sequence, start])).toEqual([
      [(await row(id)).uid, 0, new Date(TUESDAY_NINE)],
      [(await row(id)).uid, 1, new Date(WEDNESDAY_TEN)],
    ])
    expect(await activities()).toEqual([
      'meeting_booked: Meeting of Vic with Dana Cole booked for Tue 24 Nov, 9:00 am AEDT',
      'meeting_moved: Meeting of Vic with Dana Cole moved to Wed 25 Nov, 10:00 am AEDT',
    ])
    expect(await freeOn(app, '2026-11-24')).toContain('9:00 AM')
    // the link of the first mail still works after the meeting's original time
    clock = new Date('2026-11-24T12:00:00+11:00')
    expect((await read(token)).json()).toMatchObject({ canChange: true })
  })

  // Covers: bookings-18
  it('goes to another BDM where the own one is taken, and both hear of it', async () => {
    const first = await addBdm(app, { email: 'a@lender.example.com' })
    const { id, token } = await booked()
    await post(app, someone({ scheduledDate: WEDNESDAY_TEN }))
    const second = await addBdm(app, { email: 'b@lender.example.com' })
    expect((await move(token, WEDNESDAY_TEN)).statusCode).toBe(200)
    expect((await row(id)).bdmId).toBe(second)
    expect((await told(id)).slice(-2)).toEqual([
      ['a@lender.example.com', 'booking_notice', `booking:${id}:notice:cancelled:${first}:1`],
      ['b@lender.example.com', 'booking_notice', `booking:${id}:notice:booked:${second}:1`],
    ])
  })

  // Covers: bookings-18
  it('to where it is changes nothing and tells nobody', async () => {
    await addBdm(app)
    const { id, token } = await booked()
    const before = await told(id)
    expect((await move(token, TUESDAY_NINE)).statusCode).toBe(200)
    expect(await row(id)).toMatchObject({ sequence: 0 })
    expect(await told(id)).toEqual(before)
  })

  it('to an hour that overlaps its own is possible', async () => {
    const bdm = await addBdm(app)
    const { id, token } = await booked()
    const hours = JSON.stringify([{ weekday: 2, from: '09:30', to: '12:30' }])
    await app.connection.db.updateTable('bdms').set({ hours }).where('id', '=', bdm).execute()
    expect((await move(token, '2026-11-24T09:30:00+11:00')).statusCode).toBe(200)
    expect(await row(id)).toMatchObject({ sequence: 1 })
  })

  // Covers: analytics-figures-1
  it.each<[string, string, number, string]>([
    ['into the past', '2026-11-20T09:00:00+11:00', 422, PAST],
    ['to within two hours', '2026-11-24T09:00:00+11:00', 422, TOO_SOON],
    ['to a time that does not exist', '2026-11-25T12:30:00+11:00', 422, NO_SUCH_TIME],
    ['to a time between minutes', '2026-11-25T10:00:30+11:00', 422, NO_SUCH_TIME],
    ['to a holiday', '2026-12-25T09:00:00+11:00', 422, NO_SUCH_TIME],
    ['to a taken time', '2026-11-25T11:00:00+11:00', 409, SLOT_TAKEN],
    ['to a time without its zone', '2026-11-25T11:00:00', 400, 'Please select a time slot'],
  ])('%s is refused', async (what, to, status, message) => {
    await addBdm(app)
    const { id, token } = await booked({ scheduledDate: WEDNESDAY_TEN })
    await post(app, someone({ scheduledDate: '2026-11-25T11:00:00+11:00' }))
    if (what.includes('two hours')) clock = new Date('2026-11-24T07:30:00+11:00')
    const answer = await move(token, to)
    expect([answer.statusCode, answer.json().message]).toEqual([status, message])
    expect(await row(id)).toMatchObject({ sequence: 0 })
  })

  it('to the time of another meeting of the same person is refused', async () => {
    await addBdm(app)
    await addBdm(app)
    const { token } = await booked({ email: 'same@example.com' })
    await booked({ email: 'same@example.com', scheduledDate: WEDNESDAY_TEN })
    const answer = await move(token, WEDNESDAY_TEN)
    expect([answer.statusCode, answer.json().message]).toEqual([409, OWN_MEETING])
  })
})

describe('cancelling a meeting', () => {
  // Covers: bookings-17
  it('frees the time, withdraws the invitation, and may be said twice', async () => {
    const bdm = await addBdm(app, { name: 'Dana Cole' })
    const { id, token } = await booked({ email: 'vic@example.com', name: 'Vic' })
    for (let times = 0; times < 2; times++) {
      const answer = await send(token, { action: 'cancel' })
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({
        status: 'cancelled',
        canChange: false,
        reason: CANCELLED,
        videoLink: null,
      })
    }
    expect(await freeOn(app, '2026-11-24')).toContain('9:00 AM')
    expect((await told(id)).slice(2).map(([, template]) => template)).toEqual([
      'booking_cancelled',
      'booking_notice',
    ])
    const [, , cancelled] = await outbox(app, id)
    expect(cancelled?.invitation).toMatchObject({ method: 'CANCEL' })
    expect(parseIcs((cancelled?.invitation as { ics: string }).ics)).toMatchObject([
      { method: 'CANCEL', status: 'CANCELLED', sequence: 1, uid: (await row(id)).uid },
    ])
    expect(cancelled?.body).toContain('http://localhost:3000/booking')
    expect((await activities()).at(-1)).toBe(
      'meeting_cancelled: Meeting of Vic with Dana Cole on Tue 24 Nov, 9:00 am AEDT cancelled',
    )
    const moved = await move(token, WEDNESDAY_TEN)
    expect([moved.statusCode, moved.json().message]).toEqual([409, CANCELLED])
    expect(bdm).toBeGreaterThan(0)
  })

  it('is too late once it has started', async () => {
    await addBdm(app)
    const { token } = await booked()
    clock = new Date('2026-11-24T09:00:00+11:00')
    const answer = await send(token, { action: 'cancel' })
    expect([answer.statusCode, answer.json().message]).toEqual([422, STARTED])
  })

  it.each([
    [{}],
    [{ action: 'delete' }],
    [{ action: 'reschedule' }],
  ])('asked as %j is not understood', async (body) => {
    await addBdm(app)
    const { token } = await booked()
    expect((await send(token, body)).statusCode).toBe(400)
  })
})

describe('reminders', () => {
  const reminders = async (id: number) =>
    (await outbox(app, id))
      .filter(({ template }) => template === 'booking_reminder')
      .map(({ occasion, status }) => [occasion, status])
  const at = async (time: string) => {
    clock = new Date(time)
    await remind(app.ctx())
  }

  // Covers: bookings-19
  it('come a day and an hour before, once each, however often one looks', async () => {
    await addBdm(app)
    const { id } = await booked()
    await at('2026-11-23T08:59:59+11:00')
    expect(await reminders(id)).toEqual([])
    for (let looks = 0; looks < 3; looks++) await at('2026-11-23T09:00:00+11:00')
    expect(await reminders(id)).toEqual([[`booking:${id}:reminder:day:0`, 'held']])
    await Promise.all([at('2026-11-24T08:00:00+11:00'), at('2026-11-24T08:00:00+11:00')])
    await at('2026-11-24T08:59:00+11:00')
    expect((await reminders(id)).map(([occasion]) => occasion)).toEqual([
      `booking:${id}:reminder:day:0`,
      `booking:${id}:reminder:hour:0`,
    ])
  })

  // Covers: bookings-19
  it('follow a meeting that was moved, and what waited is taken back', async () => {
    await addBdm(app)
    const { id, token } = await booked()
    await at('2026-11-23T09:00:00+11:00')
    await move(token, '2026-11-26T14:00:00+11:00')
    expect(await reminders(id)).toEqual([[`booking:${id}:reminder:day:0`, 'cancelled']])
    await at('2026-11-24T08:00:00+11:00')
    await at('2026-11-25T14:00:00+11:00')
    await at('2026-11-26T13:00:00+11:00')
    expect((await reminders(id)).map(([occasion]) => occasion)).toEqual([
      `booking:${id}:reminder:day:0`,
      `booking:${id}:reminder:day:1`,
      `booking:${id}:reminder:hour:1`,
    ])
  })

  // Covers: bookings-19
  it('are left out where they were due before the meeting was booked, and for what was cancelled', async () => {
    await addBdm(app)
    clock = new Date('2026-11-24T06:00:00+11:00')
    const { id, token } = await booked()
    await at('2026-11-24T06:01:00+11:00')
    expect(await reminders(id)).toEqual([])
    await send(token, { action: 'cancel' })
    await at('2026-11-24T08:30:00+11:00')
    expect(await reminders(id)).toEqual([])
  })

  it('say nothing of tomorrow on the day itself, where nobody could look the day before', async () => {
    await addBdm(app)
    const { id } = await booked({ scheduledDate: '2026-11-24T16:00:00+11:00' })
    await at('2026-11-24T00:00:00+11:00')
    expect(await reminders(id)).toEqual([])
  })
})
