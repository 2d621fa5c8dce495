import type { Ctx } from '#server/ctx.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import {
  bookedText,
  changeText,
  type MeetingActivity,
  type MeetingChange,
} from './booking-activities.rules.ts'
import { findMeeting, type Meeting } from './meeting.views.ts'

interface CallFacts {
  campaignId: number | null
  simulatedAt: Date | null
  campaign: string | null
}

async function callOf(ctx: Ctx, callId: number | null): Promise<CallFacts> {
  const none = { campaignId: null, simulatedAt: null, campaign: null }
  if (callId === null) return none
  const row = await ctx.db
    .selectFrom('calls')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
    .select(['calls.campaignId', 'calls.simulatedAt', 'campaigns.name as campaign'])
    .where('calls.id', '=', callId)
    .executeTakeFirst()
  return row ?? none
}

const factsOf = (ctx: Ctx, meeting: Meeting, { campaign }: CallFacts): MeetingActivity => ({
  now: ctx.now(),
  bdmName: meeting.bdmName,
  start: meeting.start,
  saidStart: meeting.saidStart,
  visitor: meeting.brokerId === null ? meeting.name : null,
  source: meeting.source,
  campaign,
  test: meeting.test,
})

/** Adds a settled meeting to the timeline and emits `booking.made`. Only inside `ctx.tx`. */
export async function announceMade(tx: Ctx, meeting: Meeting): Promise<void> {
  await addBookedActivity(tx, meeting)
  await tx.emit('booking.made', { bookingId: meeting.id })
}

async function addBookedActivity(ctx: Ctx, meeting: Meeting): Promise<void> {
  const call = await callOf(ctx, meeting.callId)
  const { brokerId, callId, simulated } = meeting
  const { campaignId, simulatedAt } = call
  await addActivity(ctx, {
    ...bookedText(factsOf(ctx, meeting, call)),
    ...{ brokerId, callId, simulated, campaignId, simulatedAt },
  })
}

/** Not linked to the call, because each of a meeting's changes gets an activity of its own. */
export async function addChangeActivity(
  ctx: Ctx,
  bookingId: number,
  change: MeetingChange,
  { byBdm = false }: { byBdm?: boolean } = {},
): Promise<void> {
  const meeting = await findMeeting(ctx, bookingId)
  if (!meeting) return
  const call = await callOf(ctx, meeting.callId)
  const { brokerId, simulated } = meeting
  await addActivity(ctx, {
    ...changeText(change, { ...factsOf(ctx, meeting, call), byBdm }),
    ...{ brokerId, simulated, campaignId: call.campaignId },
  })
}
