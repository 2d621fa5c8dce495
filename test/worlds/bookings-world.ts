import ICAL from 'ical.js'
import { sql } from 'kysely'
import type { BdmInput } from '#contract/bookings/bdms.ts'
import { bdmFields } from '#contract/bookings/bdms.ts'
import type { AvailabilityDay, BookingInput } from '#contract/bookings/bookings.ts'
import type { Ctx } from '#server/ctx.ts'
import { signFormTime } from '#server/input/form-check.ts'
import { createBdm } from '#server/modules/bookings/bdms.ts'
import { signBrokerKey } from '#server/modules/brokers/broker-key.ts'
import type { TestApp } from '../test-app.ts'
import { visitor } from './client.ts'

/** Sunday evening in Sydney before a week without holidays. */
export const SUNDAY = new Date('2026-11-22T20:00:00+11:00')
export const TUESDAY_NINE = '2026-11-24T09:00:00+11:00'

let bdms = 0
export async function addBdm(app: TestApp, input: Partial<BdmInput> = {}): Promise<number> {
  bdms += 1
  return createBdm(
    app.ctx(),
    bdmFields.parse({ name: `Dana Cole ${bdms}`, email: `bdm${bdms}@lender.example.com`, ...input }),
  )
}

/** The fields that a broker's link adds to a booking. */
export const known = (app: TestApp, brokerId: number) => ({
  brokerId,
  brokerKey: signBrokerKey(app.ctx(), brokerId),
})

let visitors = 0
export function someone(changes: Partial<BookingInput> = {}): BookingInput {
  visitors += 1
  return {
    meetingType: 'product-discussion',
    scheduledDate: TUESDAY_NINE,
    attendees: 1,
    name: `Vic Visitor ${visitors}`,
    email: `visitor${visitors}@example.com`,
    phone: `(02) 5550 ${String(visitors).padStart(4, '0')}`,
    ...changes,
  }
}

/** The form was opened a minute ago, unless the body sets another time. */
export const post = (app: TestApp, body: object, headers: Record<string, string> = {}) =>
  visitor(app).send('POST', '/api/bookings', { formTime: formTimeOf(app.ctx()), ...body }, { headers })

const formTimeOf = ({ now, providers: { secret } }: Ctx): string =>
  signFormTime({ secret, now: new Date(now().getTime() - 60_000) })

export async function days(app: TestApp, from: string, to = from): Promise<AvailabilityDay[]> {
  const answer = await visitor(app).get(`/api/bookings/availability?from=${from}&to=${to}`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

/** Labels of a day's free slots. */
export async function freeOn(app: TestApp, date: string): Promise<string[]> {
  const [day] = await days(app, date)
  return (day?.slots ?? []).filter(({ available }) => available).map(({ label }) => label)
}

export async function addBroker(
  app: TestApp,
  values: {
    name?: string
    email?: string | null
    phone?: string | null
    region?: string
    timezone?: string
  } = {},
): Promise<number> {
  const row = await app.connection.db
    .insertInto('brokers')
    .values({ name: 'Petra Secretname', company: 'Quiet Broking', email: 'petra@example.com', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Stops the simulator's clock, which its calls follow, at this time. */
export async function setCallingClock(app: TestApp, at: Date): Promise<void> {
  await sql`insert into simulator_clock (anchor_real, anchor_simulated, speed)
    values (clock_timestamp(), ${at}, 1e-9)
    on conflict (id) do update set anchor_real = excluded.anchor_real, anchor_simulated = excluded.anchor_simulated,
      speed = excluded.speed`.execute(app.connection.db)
}

let calls = 0
/** A call by the simulator to another number each time. @returns its id */
export async function addCall(app: TestApp, values: object = {}): Promise<number> {
  calls += 1
  const toNumber = `+6125550${String(calls).padStart(4, '0')}`
  const row = await app.connection.db
    .insertInto('calls')
    .values({ provider: 'simulator', simulated: true, simulatedAt: SUNDAY, toNumber, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The outbox messages of a booking, in order. */
export const outbox = (app: TestApp, bookingId: number) =>
  app.connection.db
    .selectFrom('messages')
    .selectAll()
    .where('bookingId', '=', bookingId)
    .orderBy('id')
    .execute()

/** The token in the link of a message. */
export function tokenIn(text: string): string {
  const token = /\/booking\/manage\/([\w.-]+)/.exec(text)?.[1]
  if (!token) throw new Error(`no link in: ${text}`)
  return token
}

export interface ParsedInvitation {
  method: string
  uid: string
  sequence: number
  status: string
  start: Date
  end: Date
  summary: string
  description: string
  location: string
  organizer: string
  attendees: string[]
}

/** A calendar file as a library reads it. @throws where it is none */
export function parseIcs(ics: string): ParsedInvitation[] {
  const calendar = new ICAL.Component(ICAL.parse(ics))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const text = (name: string): string => String(component.getFirstPropertyValue(name) ?? '')
    return {
      method: String(calendar.getFirstPropertyValue('method') ?? ''),
      uid: event.uid,
      sequence: event.sequence,
      status: text('status'),
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
      summary: event.summary,
      description: event.description,
      location: event.location,
      organizer: event.organizer,
      attendees: event.attendees.map((attendee) => String(attendee.getFirstValue())),
    }
  })
}
