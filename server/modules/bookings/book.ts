import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type newBooking, SLOT_TAKEN, type VisitorBooking } from '#contract/bookings.ts'
import { weekOf } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { knownBroker } from '#server/modules/brokers/views.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { contactPhone, NO_SUCH_TIME, OWN_MEETING, ROBOT, startProblem } from './book.rules.ts'
import { notifyBooked } from './notify.ts'
import { MEETING_MS, sortByPriority, statusAt } from './slots.rules.ts'
import { type BdmCalendar, loadCalendars } from './slots.views.ts'
import { insertBooking, type NewBooking, type Person, startsOf } from './store.ts'
import { viewVisitorBooking } from './views.ts'

type Input = z.output<typeof newBooking>

/** The attendee. `person` identifies the same one across bookings. */
interface Visitor {
  name: string
  /** As entered in the form, with or without a broker's link. */
  email: string | null
  phone: string | null
  brokerId: number | null
  region: string | null
  person: Person
}

/**
 * Books a meeting for a visitor or for staff. @throws AppError invalid for the visitor's details, rule_forbids for a
 * time that nobody can book, conflict for a time that is taken
 */
export async function bookMeeting(ctx: Ctx, input: Input): Promise<VisitorBooking> {
  if (input.website) throw new AppError('rule_forbids', ROBOT)
  const start = new Date(input.scheduledDate)
  const visitor = await visitorOf(ctx, input)
  const problem = startProblem(start, ctx.now())
  if (problem) throw forbids(problem)
  // A courtesy check outside the transaction: concurrent requests are only bound by the calendars' constraints.
  const own = await startsOf(ctx, visitor.person, start, new Date(start.getTime() + MEETING_MS))
  if (own.length > 0) throw new AppError('conflict', OWN_MEETING, { fields: { scheduledDate: OWN_MEETING } })
  return ctx.tx(async (tx) => {
    const id = await bookSlot(tx, {
      start,
      region: visitor.region,
      values: {
        meetingType: input.meetingType,
        attendees: input.attendees,
        agenda: input.agenda,
        brokerId: visitor.brokerId,
        name: visitor.name,
        email: visitor.email,
        phone: visitor.phone,
        source: tx.actor.kind === 'staff' ? 'staff' : 'web',
      },
    })
    await notifyBooked(tx, id)
    await tx.emit('booking.made', { bookingId: id })
    tx.changed('bookings', 'dashboard')
    return viewVisitorBooking(tx, id)
  })
}

export function forbids(message: string): AppError {
  return new AppError('rule_forbids', message, { fields: { scheduledDate: message } })
}

export function taken(): AppError {
  return new AppError('conflict', SLOT_TAKEN, { fields: { scheduledDate: SLOT_TAKEN } })
}

/** @throws AppError invalid */
async function visitorOf(ctx: Ctx, input: Input): Promise<Visitor> {
  const checked = input.phone ? contactPhone(input.phone) : null
  if (checked && !checked.ok) throw invalid({ phone: checked.reason })
  const phone = checked?.phone ?? null
  const { email, name } = input
  if (input.brokerId == null) {
    // the contract requires a name without a broker
    return {
      name: name ?? '',
      email,
      phone,
      brokerId: null,
      region: null,
      person: { brokerId: null, email, phone },
    }
  }
  const broker = await ctx.db
    .selectFrom('brokers')
    .select(['id', 'name', 'region'])
    .where('id', '=', await knownBroker(ctx, input.brokerId))
    .executeTakeFirst()
  if (!broker)
    throw invalid({ brokerId: 'This link does not belong to a broker. Open the booking page without it.' })
  const person = { brokerId: broker.id, email: null, phone: null }
  return { name: name ?? broker.name, email, phone, brokerId: broker.id, region: broker.region, person }
}

export interface SlotRequest {
  start: Date
  /** The broker's state; BDMs of that state are tried first. */
  region: string | null
  values: Omit<NewBooking, 'bdmId' | 'start' | 'uid'>
}

/** The BDMs that are free at a start, in the order to try them. `offered`: at least one calendar has this slot. */
export function findFreeBdms(
  calendars: readonly BdmCalendar[],
  start: Date,
  region: string | null,
): { offered: boolean; free: BdmCalendar[] } {
  const statuses = calendars.map((calendar) => ({ calendar, status: statusAt(calendar, start.getTime()) }))
  const free = statuses.filter(({ status }) => status === 'free').map(({ calendar }) => calendar)
  return { offered: statuses.some(({ status }) => status !== 'absent'), free: sortByPriority(free, region) }
}

/** Tries the free BDMs in turn; a lost race moves on to the next. @throws AppError rule_forbids, conflict */
async function bookSlot(tx: Ctx, { start, region, values }: SlotRequest): Promise<number> {
  const week = weekOf(start.getTime())
  const { offered, free } = findFreeBdms(await loadCalendars(tx, week), start, region)
  if (!offered) throw forbids(NO_SUCH_TIME)
  for (const { id: bdmId } of free) {
    const id = await insertBooking(tx, { ...values, bdmId, start, uid: newUid(tx) })
    if (id !== undefined) return id
  }
  throw taken()
}

/** The invitation's globally unique, stable UID. */
export function newUid(ctx: Ctx): string {
  return `${randomUUID()}@${new URL(ctx.providers.publicUrl).hostname}`
}
