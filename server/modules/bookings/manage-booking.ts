import type { ManagedBooking } from '#contract/bookings/bookings.ts'
import type { manageBooking } from '#contract/bookings/managed-bookings.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { AppError } from '#server/platform/errors.ts'
import { changeProblem, isLapsed } from './change-booking.rules.ts'
import { cancelByVisitor } from './change-booking.ts'
import { confirmByVisitor } from './confirm-booking.ts'
import { calendarFile } from './invitation.ts'
import { bookingOfToken, manageUrl } from './manage-link.ts'
import { findMeeting, type Meeting } from './meeting.views.ts'
import { reschedule } from './reschedule.ts'
import { toVisitorBooking } from './views.ts'

export const LINK_GONE = 'This link no longer works. The meeting is over, or the link was not copied in full.'

/** The meeting behind a link, until it is over; null for a link that was forged or has expired. */
export async function openManaged(ctx: Ctx, token: string): Promise<ManagedBooking | null> {
  const meeting = await meetingOf(ctx, token)
  return meeting && toManaged(meeting, ctx.now())
}

async function meetingOf(ctx: Ctx, token: string): Promise<Meeting | null> {
  const id = bookingOfToken(ctx, token)
  const meeting = id === null ? undefined : await findMeeting(ctx, id)
  return meeting && meeting.end > ctx.now() ? meeting : null
}

function toManaged(meeting: Meeting, now: Date): ManagedBooking {
  const reason = changeProblem(meeting, now)
  return {
    ...toVisitorBooking(meeting),
    // the job may not have cancelled it yet
    ...(isLapsed(meeting, now) && { status: 'cancelled' as const }),
    videoLink: meeting.status === 'cancelled' || meeting.status === 'unconfirmed' ? null : meeting.videoLink,
    canChange: reason === null,
    reason,
  }
}

/** @throws AppError not_found */
export async function readManaged(ctx: Ctx, token: string): Promise<ManagedBooking> {
  const managed = await openManaged(ctx, token)
  if (!managed) throw new AppError('not_found', LINK_GONE)
  return managed
}

/** The meeting behind a link as a calendar file. @throws AppError not_found unless it is booked and not over */
export async function viewMeetingFile(ctx: Ctx, token: string): Promise<string> {
  const meeting = await meetingOf(ctx, token)
  if (meeting?.status !== 'booked') throw new AppError('not_found', LINK_GONE)
  const { name } = await lenderFacts(ctx)
  return calendarFile(meeting, { lender: name, manageUrl: manageUrl(ctx, meeting), now: ctx.now() })
}

/** Confirms, cancels or moves the meeting behind a link. @returns its new state @throws AppError not_found, conflict, rule_forbids */
export async function manage(
  ctx: Ctx,
  token: string,
  change: BodyOf<typeof manageBooking>,
): Promise<ManagedBooking> {
  const meeting = await meetingOf(ctx, token)
  if (!meeting) throw new AppError('not_found', LINK_GONE)
  if (change.action === 'cancel') await cancelByVisitor(ctx, meeting.id)
  else if (change.action === 'confirm') await confirmByVisitor(ctx, meeting.id)
  else await reschedule(ctx, meeting.id, new Date(change.scheduledDate))
  return readManaged(ctx, token)
}
