import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type MadeBooking, type newBooking, SLOT_TAKEN } from '#contract/bookings/bookings.ts'
import { weekOf } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { formSuspicion } from '#server/input/form-check.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { createTurns } from '#server/platform/turns.ts'
import { admit } from './admit.ts'
import { confirmBy, NO_SUCH_TIME, startProblem } from './book.rules.ts'
import { announceMade } from './booking-activities.ts'
import { manageUrl } from './manage-link.ts'
import { getMeeting } from './meeting.views.ts'
import { askToConfirm, notifyBooked } from './notify.ts'
import { lockPerson } from './person.store.ts'
import { meetingsIn, type Preference, sortByPriority, statusAt } from './slots.rules.ts'
import { type BdmCalendar, loadCalendars } from './slots.views.ts'
import { insertBooking, type NewBooking } from './store.ts'
import { toVisitorBooking } from './views.ts'
import { type Visitor, visitorOf } from './visitor.ts'

type Input = z.output<typeof newBooking>

/** Restricts the meeting to one BDM; by default any free one. */
type Wanted = { bdmId?: number | undefined }

/**
 * Books a meeting for a visitor or for staff. A visitor without proof of identity holds the time for a while, and
 * confirms by a click on the page behind the link in their mail; without a mail server the meeting is settled
 * immediately.
 * @throws AppError invalid for the visitor's details, rule_forbids for a time that cannot be booked or too many
 * meetings, conflict for a time that is taken, too_many_requests
 */
export async function bookMeeting(ctx: Ctx, input: Input, wanted: Wanted = {}): Promise<MadeBooking> {
  const start = new Date(input.scheduledDate)
  const visitor = await visitorOf(ctx, input)
  const problem = startProblem(start, ctx.now())
  if (problem) throw forbids(problem)
  return inTurn(start.toISOString(), async () => {
    // refuses a late request for a taken time after one read, without a transaction
    await freeBdmsAt(ctx, { start, prefers: visitor.prefers, ...wanted })
    return ctx.tx((tx) => book(tx, { input, visitor, start, ...wanted }))
  })
}

/** Bookings of one start wait here, where they hold no connection; those of other processes in the database. */
const inTurn = createTurns()

async function book(
  tx: Ctx,
  { input, visitor, start, bdmId }: { input: Input; visitor: Visitor; start: Date } & Wanted,
): Promise<MadeBooking> {
  const clock = { secret: tx.providers.secret, now: tx.now() }
  const reviewReason = visitor.standing === 'staff' ? null : formSuspicion(input, clock)
  // a person, whose form filler may have filled the hidden field in, confirms by the mail; a program does not
  const isUnsure = visitor.standing === 'stranger' || reviewReason !== null
  const waits = isUnsure && tx.providers.messaging.mail !== null
  await lockPerson(tx, visitor.person)
  await admit(tx, visitor, start)
  await lockStart(tx, start)
  const id = await bookSlot(tx, {
    ...{ start, bdmId },
    prefers: visitor.prefers,
    values: {
      meetingType: input.meetingType,
      attendees: input.attendees,
      agenda: input.agenda,
      brokerId: visitor.brokerId,
      name: visitor.name,
      email: visitor.email,
      phone: visitor.phone,
      source: visitor.standing === 'staff' ? 'staff' : 'web',
      byOwnLink: visitor.standing === 'known',
      cameFrom: input.cameFrom ?? null,
      reviewReason,
      ...(waits && { status: 'unconfirmed', confirmBy: confirmBy(tx.now()) }),
    },
  })
  if (visitor.standing === 'staff')
    await audit(tx, {
      ...{ action: 'booking.made', subjectType: 'booking', subjectId: id },
      after: { scheduledDate: start, brokerId: visitor.brokerId, meetingType: input.meetingType },
    })
  if (waits) await askToConfirm(tx, id)
  else await settle(tx, id)
  const meeting = await getMeeting(tx, id)
  // the link confirms the booking, so a stranger gets it only by mail
  return { ...toVisitorBooking(meeting), manageUrl: waits ? null : manageUrl(tx, meeting) }
}

/** Notifies everybody concerned and announces the meeting once it is settled. */
export async function settle(tx: Ctx, id: number): Promise<void> {
  await announceMade(tx, await notifyBooked(tx, id))
}

export function forbids(message: string): AppError {
  return new AppError('rule_forbids', message, { fields: { scheduledDate: message } })
}

export function taken(): AppError {
  return new AppError('conflict', SLOT_TAKEN, { fields: { scheduledDate: SLOT_TAKEN } })
}

/**
 * Serialises bookings of one start until the transaction ends, so that a later one reads the calendars as committed.
 * Key 0 cannot collide with the locks of calls, whose first key is a BDM's id, from 1.
 */
export async function lockStart(tx: Ctx, start: Date): Promise<void> {
  // a start between minutes takes its minute's lock; it is refused later, because no slot begins there
  await sql`select pg_advisory_xact_lock(0, ${Math.floor(start.getTime() / 60_000)}::int)`.execute(tx.db)
}

export interface SlotRequest extends Wanted {
  start: Date
  prefers: Preference
  values: Omit<NewBooking, 'bdmId' | 'start' | 'uid'>
}

/**
 * The BDMs that are free at a start, in the order to try them. `offered`: at least one calendar has this slot.
 * @param calendars of the whole week of the start, at least
 */
export function findFreeBdms(
  calendars: readonly BdmCalendar[],
  start: Date,
  prefers: Preference,
): { offered: boolean; free: BdmCalendar[] } {
  const statuses = calendars.map((calendar) => ({ calendar, status: statusAt(calendar, start.getTime()) }))
  const week = weekOf(start.getTime())
  const free = statuses
    .filter(({ status }) => status === 'free')
    .map(({ calendar }) => ({ ...calendar, meetings: meetingsIn(calendar, week) }))
  return { offered: statuses.some(({ status }) => status !== 'absent'), free: sortByPriority(free, prefers) }
}

/** @throws AppError rule_forbids, conflict */
async function freeBdmsAt(
  ctx: Ctx,
  { start, prefers, bdmId }: Pick<SlotRequest, 'start' | 'prefers' | 'bdmId'>,
): Promise<BdmCalendar[]> {
  const calendars = await loadCalendars(ctx, { ...weekOf(start.getTime()), bdmId })
  const { offered, free } = findFreeBdms(calendars, start, prefers)
  if (!offered) throw forbids(NO_SUCH_TIME)
  if (free.length === 0) throw taken()
  return free
}

/** Tries the free BDMs in turn; a lost race moves on to the next. @throws AppError rule_forbids, conflict */
async function bookSlot(tx: Ctx, { values, ...wanted }: SlotRequest): Promise<number> {
  for (const { id: bdmId } of await freeBdmsAt(tx, wanted)) {
    const id = await insertBooking(tx, { ...values, bdmId, start: wanted.start, uid: newUid(tx) })
    if (id !== undefined) return id
  }
  throw taken()
}

/** The invitation's globally unique, stable UID. */
export function newUid(ctx: Ctx): string {
  return `${randomUUID()}@${new URL(ctx.providers.publicUrl).hostname}`
}
