import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SLOT_TAKEN } from '#contract/bookings/bookings.ts'
import { NO_ADDRESSES } from '#contract/text-fields.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  addBdm,
  addBroker,
  days,
  freeOn,
  known,
  outbox,
  post,
  SUNDAY,
  someone,
  TUESDAY_NINE,
  tokenIn,
} from '#test/worlds/bookings-world.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'
import { OWN_MEETING, TOO_FAR, TOO_MANY_MESSAGES, TWO_AHEAD } from './book.rules.ts'
import { CONFIRM_FIRST, LAPSED } from './change-booking.rules.ts'
import { lapse } from './lapse.job.ts'

const TEN = '2026-11-24T10:00:00+11:00'
const ELEVEN = '2026-11-24T11:00:00+11:00'
const MINUTE = 60_000

let clock = SUNDAY
const later = (minutes: number): void => {
  clock = new Date(SUNDAY.getTime() + minutes * MINUTE)
}
let app: TestApp
beforeAll(async () => {
  // no worker runs, so that queued messages stay queued
  app = await createTestApp({
    now: () => clock,
    env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@example.com' },
  })
})
afterAll(() => app?.close())

beforeEach(async () => {
  clock = SUNDAY
  for (const table of ['bookings', 'messages', 'bdms', 'activities', 'brokers'] as const) {
    await app.connection.db.deleteFrom(table).execute()
  }
  await addBdm(app, { name: 'Dana Cole', email: 'dana@lender.example.com' })
})

async function asked(changes: object = {}): Promise<{ id: number; token: string }> {
  const answer = await post(app, someone(changes))
  if (answer.statusCode !== 201) throw new Error(answer.body)
  const { id } = answer.json<{ id: number }>()
  const [mail] = await outbox(app, id)
  return { id, token: tokenIn(mail?.body ?? '') }
}
const send = (token: string, body: object) => visitor(app).send('POST', `/api/bookings/manage/${token}`, body)
const confirm = (token: string) => send(token, { action: 'confirm' })
const statusOf = async (id: number): Promise<string> =>
  (
    await app.connection.db
      .selectFrom('bookings')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status
const told = async (id: number) =>
  (await outbox(app, id)).map(({ recipient, template }) => [recipient, template])
const activities = () => app.connection.db.selectFrom('activities').select('type').execute()

describe('the booking of a stranger', () => {
  // Covers: bookings-10
  it('holds the time for half an hour, and only they are asked, by a mail that repeats nothing they wrote', async () => {
    const answer = await post(app, someone({ email: 'vic@example.com', agenda: 'See https://spam.example' }))
    // the link confirms the booking, so only the mail contains it
    const held = { status: 'unconfirmed', confirmBy: '2026-11-22T09:30:00.000Z', manageUrl: null }
    expect(answer.json()).toMatchObject(held)
    const { id } = answer.json()
    expect(await told(id)).toEqual([['vic@example.com', 'booking_unconfirmed']])
    const [mail] = await outbox(app, id)
    expect(mail?.body).toContain(
      'Confirm your meeting within 30 minutes, by Sun 22 Nov, 8:30 pm AEDT. After that the time is free for others again.',
    )
    expect(`${mail?.body}${mail?.html}`).not.toContain('spam')
    expect(mail?.notAfter).toEqual(new Date('2026-11-22T09:30:00Z'))
    expect(await activities()).toEqual([])
    expect(await freeOn(app, '2026-11-24')).not.toContain('9:00 AM')
  })

  // Covers: bookings-10
  it('is settled by a click on the page, never by opening it, and then everybody is told', async () => {
    const { id, token } = await asked({ email: 'vic@example.com' })
    expect((await visitor(app).get(`/booking/manage/${token}`)).statusCode).toBe(200)
    expect((await visitor(app).get(`/api/bookings/manage/${token}`)).json()).toMatchObject({
      status: 'unconfirmed',
      canChange: true,
    })
    expect(await statusOf(id)).toBe('unconfirmed')
    expect((await send(token, { action: 'reschedule', scheduledDate: TEN })).json().message).toBe(
      CONFIRM_FIRST,
    )
    const file = async () => (await visitor(app).get(`/booking/manage/${token}/meeting.ics`)).statusCode
    expect(await file()).toBe(404)
    expect((await confirm(token)).json()).toMatchObject({ status: 'booked', confirmBy: null })
    expect(await file()).toBe(200)
    expect((await confirm(token)).json()).toMatchObject({ status: 'booked' })
    expect(await told(id)).toEqual([
      ['vic@example.com', 'booking_unconfirmed'],
      ['vic@example.com', 'booking_confirmed'],
      ['dana@lender.example.com', 'booking_notice'],
    ])
    expect(await activities()).toEqual([{ type: 'meeting_booked' }])
    later(31)
    await lapse(app.ctx())
    expect(await statusOf(id)).toBe('booked')
  })

  // Covers: bookings-11
  it('frees its time after half an hour, to the second, also while the job is late', async () => {
    const { id, token } = await asked()
    later(30 - 1 / 60)
    expect((await post(app, someone())).json().message).toBe(SLOT_TAKEN)
    later(30)
    expect(await freeOn(app, '2026-11-24')).toContain('9:00 AM')
    expect(await statusOf(id)).toBe('unconfirmed')
    expect((await visitor(app).get(`/api/bookings/manage/${token}`)).json()).toMatchObject({
      status: 'cancelled',
      reason: LAPSED,
    })
    const next = await post(app, someone())
    expect(next.statusCode, next.body).toBe(201)
    expect(await statusOf(id)).toBe('cancelled')
    const late = await confirm(token)
    expect([late.statusCode, late.json().message]).toEqual([409, LAPSED])
  })

  // Covers: bookings-11, decision-meeting-time
  it('lapses by the job, so that lists and figures follow, and nobody is told', async () => {
    const { id } = await asked()
    const staff = await staffClient(app, 'viewer')
    const listed = async (status: string) =>
      (await staff.get(`/api/bookings?status=${status}`)).json().map((booking: { id: number }) => booking.id)
    expect(await listed('unconfirmed')).toEqual([id])
    expect(await listed('not_cancelled')).toEqual([id])
    later(30)
    await lapse(app.ctx())
    expect(await listed('unconfirmed')).toEqual([])
    expect(await listed('not_cancelled')).toEqual([])
    expect(await listed('cancelled')).toEqual([id])
    expect(await outbox(app, id)).toHaveLength(1)
  })

  // Covers: bookings-11
  it('is not confirmed after its time where the job is late', async () => {
    const { token } = await asked()
    later(30)
    expect((await confirm(token)).json().message).toBe(LAPSED)
  })

  // Covers: bookings-11
  it('given up by its visitor tells nobody; by staff, the visitor', async () => {
    const own = await asked({ email: 'vic@example.com' })
    expect((await send(own.token, { action: 'cancel' })).json()).toMatchObject({ status: 'cancelled' })
    expect(await told(own.id)).toEqual([['vic@example.com', 'booking_unconfirmed']])
    const other = await asked({ email: 'kim@example.com' })
    const staff = await staffClient(app, 'lender')
    expect((await staff.send('PATCH', `/api/bookings/${other.id}`, { status: 'cancelled' })).statusCode).toBe(
      200,
    )
    expect((await told(other.id)).at(-1)).toEqual(['kim@example.com', 'booking_cancelled'])
  })

  // Covers: bookings-11
  it('can be confirmed by staff, until its time is over', async () => {
    const { id } = await asked()
    const staff = await staffClient(app, 'lender')
    const set = (status: string) => staff.send('PATCH', `/api/bookings/${id}`, { status })
    expect((await set('held')).statusCode).toBe(422)
    later(30)
    expect((await set('booked')).json().message).toBe(LAPSED)
    later(29)
    expect((await set('booked')).json()).toMatchObject({ status: 'booked', confirmBy: null })
    expect((await told(id)).at(-1)).toEqual(['dana@lender.example.com', 'booking_notice'])
  })

  // Covers: bookings-10
  it('is booked at once by staff, and by whoever has the link that was sent to the broker', async () => {
    const brokerId = await addBroker(app)
    const own = await post(app, someone(known(app, brokerId)))
    expect(own.json()).toMatchObject({ status: 'booked', confirmBy: null })
    const staff = await staffClient(app, 'lender')
    const byStaff = await staff.send('POST', '/api/bookings', someone({ scheduledDate: TEN }))
    expect(byStaff.json()).toMatchObject({ status: 'booked', confirmBy: null })
  })

  it.each([
    'compliance',
    'viewer',
  ] as const)('waits where a %s, who may not book for others, fills it in', async (role) => {
    const staff = await staffClient(app, role)
    const brokerId = await addBroker(app)
    for (const whose of [{ brokerId }, {}]) {
      const scheduledDate = 'brokerId' in whose ? TUESDAY_NINE : TEN
      const answer = await staff.send('POST', '/api/bookings', someone({ ...whose, scheduledDate }))
      expect(answer.statusCode, answer.body).toBe(201)
      expect(answer.json()).toMatchObject({ status: 'unconfirmed', manageUrl: null })
    }
    expect(await app.connection.db.selectFrom('bookings').select('source').execute()).toEqual([
      { source: 'web' },
      { source: 'web' },
    ])
  })

  // Covers: bookings-15
  it('is not made with a web address for a name, which would stand in a mail to somebody else', async () => {
    for (const name of [
      'Win at www.spam.example',
      'http://spam',
      'Go to spam.example',
      'x.co',
      'spam。example',
    ]) {
      const answer = await post(app, someone({ name }))
      expect([name, answer.statusCode, answer.json().fields]).toEqual([name, 400, { name: NO_ADDRESSES }])
    }
    expect((await post(app, someone({ name: 'J. P. O’Neill-Smith Jr.' }))).statusCode).toBe(201)
  })

  // Covers: bookings-15
  it('says its agenda later, in words that no mail program makes a link of', async () => {
    const { id, token } = await asked({ agenda: 'See https://www.spam.example/x' })
    await confirm(token)
    for (const { body, html, invitation, template } of await outbox(app, id)) {
      const ics = (invitation as { ics?: string } | null)?.ics ?? ''
      for (const part of [body, html ?? '', ics.replaceAll('\r\n ', '')]) {
        expect([template, part.includes('spam.example')]).toEqual([template, false])
      }
      if (template !== 'booking_unconfirmed') expect(body).toContain('See https[:]//www[.]spam[.]example/x')
    }
  })
})

describe('a guessed number of a broker', () => {
  const guess = (brokerId: number, scheduledDate = TUESDAY_NINE) =>
    post(app, { ...someone({ scheduledDate }), brokerId })

  // Covers: bookings-12
  it('shows nothing of the diary: the answer is that to a number without meetings', async () => {
    await addBdm(app)
    const busy = await addBroker(app, { email: 'busy@example.com' })
    const idle = await addBroker(app, { email: 'idle@example.com' })
    for (const scheduledDate of [TUESDAY_NINE, TEN]) {
      expect((await post(app, someone({ ...known(app, busy), scheduledDate }))).statusCode).toBe(201)
    }
    const [first, second] = [await guess(busy, ELEVEN), await guess(idle, ELEVEN)]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    const { id: _first, bdmName: _one, ...shown } = first.json()
    const { id: _second, bdmName: _other, ...alike } = second.json()
    expect(shown).toEqual(alike)
    expect((await guess(busy)).statusCode).toBe(201)
    // only the record's address gets the mail; its link reveals the limit, which the guesser's response did not
    const [mail] = await outbox(app, first.json().id)
    expect(mail).toMatchObject({ recipient: 'busy@example.com', template: 'booking_unconfirmed' })
    expect((await confirm(tokenIn(mail?.body ?? ''))).json()).toMatchObject({ message: TWO_AHEAD })
  })

  // Covers: bookings-12
  it('sends nothing of the record to an address that was typed beside it', async () => {
    const brokerId = await addBroker(app, { email: null, phone: '+61491570158' })
    const answer = await post(app, { ...someone({ brokerId }), email: 'guesser@example.com' })
    expect(answer.json()).toMatchObject({ status: 'unconfirmed' })
    const [sms, ...more] = await outbox(app, answer.json().id)
    expect([sms?.recipient, more.length]).toEqual(['+61491570158', 0])
    expect(sms?.body).toMatch(/: confirm your video meeting with Dana Cole on .* within 30 minutes: http/)
  })

  // Covers: bookings-12
  it('does not choose the BDM of the record’s state', async () => {
    await addBdm(app, { name: 'Wes Tern', regions: ['WA'] })
    const brokerId = await addBroker(app, { region: 'WA' })
    expect((await guess(brokerId)).json().bdmName).toBe('Dana Cole')
    expect((await post(app, someone(known(app, brokerId)))).json().bdmName).toBe('Wes Tern')
  })

  // Covers: bookings-12
  it('with a forged, foreign or expired key is a number alone', async () => {
    const brokerId = await addBroker(app)
    const { brokerKey } = known(app, await addBroker(app, { email: 'else@example.com' }))
    const own = known(app, brokerId).brokerKey
    for (const [key, scheduledDate] of [
      [brokerKey, TUESDAY_NINE],
      [`${own.slice(0, -2)}xx`, TEN],
    ]) {
      const answer = await post(app, someone({ brokerId, brokerKey: key, scheduledDate }))
      expect(answer.json()).toMatchObject({ status: 'unconfirmed' })
    }
    clock = new Date('2027-03-08T08:00:00+11:00')
    const late = await post(
      app,
      someone({ brokerId, brokerKey: own, scheduledDate: '2027-03-10T09:00:00+11:00' }),
    )
    expect(late.json()).toMatchObject({ status: 'unconfirmed' })
  })
})

describe('two meetings ahead', () => {
  // Covers: bookings-13
  it('are what one address or number may ask for; a lapsed one does not count', async () => {
    const me = { email: 'Me@example.com', phone: '0491 570 159' }
    for (const scheduledDate of [TUESDAY_NINE, TEN]) await asked({ ...me, scheduledDate })
    for (const same of [{ email: 'mE@example.com' }, { phone: '+61 491 570 159' }]) {
      const third = await post(app, someone({ ...same, scheduledDate: ELEVEN }))
      expect([third.statusCode, third.json().message]).toEqual([422, TWO_AHEAD])
    }
    later(30)
    expect((await post(app, someone({ ...me, scheduledDate: ELEVEN }))).statusCode).toBe(201)
  })

  // Covers: bookings-13
  it('are what a broker with their own link may book, and no more at one time', async () => {
    await addBdm(app)
    const own = known(app, await addBroker(app))
    expect((await post(app, someone(own))).statusCode).toBe(201)
    const again = await post(app, someone(own))
    expect([again.statusCode, again.json().message]).toEqual([409, OWN_MEETING])
    expect((await post(app, someone({ ...own, scheduledDate: TEN }))).statusCode).toBe(201)
    const third = await post(app, someone({ ...own, scheduledDate: ELEVEN }))
    expect([third.statusCode, third.json().message]).toEqual([422, TWO_AHEAD])
  })

  // Covers: bookings-13
  it('are what can be confirmed, one at a time', async () => {
    await addBdm(app)
    const me = { email: 'me@example.com' }
    const first = await asked(me)
    await confirm(first.token)
    // a request with the same address does not reveal the confirmed meeting; its confirmation does
    const same = await asked(me)
    expect((await confirm(same.token)).json().message).toBe(OWN_MEETING)
    const second = await asked({ ...me, scheduledDate: TEN })
    expect((await confirm(second.token)).statusCode).toBe(200)
    later(31)
    const third = await asked({ ...me, scheduledDate: ELEVEN })
    expect((await confirm(third.token)).json().message).toBe(TWO_AHEAD)
  })

  // Covers: bookings-13
  it('hold where many are asked for at once', async () => {
    for (let count = 0; count < 4; count++) await addBdm(app)
    const times = [TUESDAY_NINE, TEN, ELEVEN, '2026-11-25T09:00:00+11:00', '2026-11-25T10:00:00+11:00']
    const answers = await Promise.all(
      times.map((scheduledDate) => post(app, someone({ email: 'me@example.com', scheduledDate }))),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 422, 422, 422])
  })
})

describe('messages to one address', () => {
  // Covers: bookings-14
  it('are limited to six an hour, whoever asks for them', async () => {
    const me = { email: 'victim@example.com' }
    for (let sent = 0; sent < 6; sent += 2) {
      later(sent * 20)
      for (const scheduledDate of [TUESDAY_NINE, TEN]) await asked({ ...me, scheduledDate })
    }
    later(200)
    const refused = await post(app, someone(me))
    expect([refused.statusCode, refused.json().message]).toEqual([429, TOO_MANY_MESSAGES])
    expect(Number(refused.headers['retry-after'])).toBe(3600)
    expect((await post(app, someone())).statusCode).toBe(201)
  })
})

describe('the days that can be booked', () => {
  // Covers: bookings-13
  it('end 60 days ahead, in the calendar and for a booking', async () => {
    const [last, beyond] = await days(app, '2027-01-21', '2027-01-22')
    expect([last?.slots.length, beyond?.slots.length]).toEqual([6, 0])
    const at = (day: string) => post(app, someone({ scheduledDate: `${day}T09:00:00+11:00` }))
    expect((await at('2027-01-21')).statusCode).toBe(201)
    expect((await at('2027-01-22')).json()).toMatchObject({ code: 'rule_forbids', message: TOO_FAR })
  })
})
