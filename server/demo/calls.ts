import { sql } from 'kysely'
import { MAX_CALL_SECONDS } from '#contract/calls/calls.ts'
import { dateIn } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { greetingName } from '#server/input/person-name.ts'
import { findPlaced } from '#server/modules/calls/dispatch/place-call.store.ts'
import { placeCall } from '#server/modules/calls/dispatch/place-call.ts'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { buildScript } from '#server/modules/calls/script.rules.ts'
import type { CallEvents } from '#server/providers/ports/voice.ts'
import { providerCallId, toVoiceEvent } from '#server/providers/simulator/store.ts'
import type { PastCall } from './history.ts'
import { bookPastMeetings, type PastMeeting, setMeetingTimesBack } from './meetings.ts'
import { optOutsOf, writeOptOuts } from './opt-outs.ts'
import { writeCalls } from './past/calls.ts'
import { type Cast, dialled } from './past/cast.ts'
import { writeDecisions } from './past/decisions.ts'
import { writeFollowUps } from './past/follow-ups.ts'
import { writeMeetings } from './past/meetings.ts'
import { playedPlan } from './played-plan.ts'

/** Calls applied in one transaction. */
const CHUNK = 60

/** The last day is played through the services; earlier days are inserted in bulk. */
export const LAST_DAY_MS = 24 * 3_600_000

/**
 * Plays past calls. Those since `live` are placed, planned by the simulator and applied with the services of a running
 * campaign, which also create timeline, messages and suppressions; for earlier ones the same rows are inserted in bulk.
 * Afterwards only the times are set back to the past. Only inside `ctx.tx`.
 */
export async function playHistory(
  tx: Ctx,
  calls: readonly PastCall[],
  cast: Cast,
  live: Date,
): Promise<void> {
  const before = calls.filter(({ at }) => at < live)
  if (before.length > 0) await writeDown(tx, before, cast)
  const since = calls.slice(before.length)
  for (let start = 0; start < since.length; start += CHUNK) {
    const chunk = since.slice(start, start + CHUNK)
    const batch: CallEvents[] = []
    for (const call of chunk) batch.push(await playCall(tx, call, cast))
    // booked beforehand: the service itself would look for times from today on
    await bookPastMeetings(tx, meetingsOf(chunk, batch, cast))
    const phones = chunk.map(({ person }) => cast.brokers[person]?.phone ?? '')
    await writeOptOuts(tx, optOutsOf(batch, phones))
    await intake(tx, batch)
  }
  await writeDecisions(tx, cast)
  await setTimesBack(tx)
}

async function writeDown(tx: Ctx, calls: readonly PastCall[], cast: Cast): Promise<void> {
  const written = await writeCalls(tx, calls, cast)
  await writeMeetings(tx, written)
  await writeFollowUps(tx, written)
}

/** @param played the events of each call, in the calls' order */
function meetingsOf(calls: readonly PastCall[], played: readonly CallEvents[], cast: Cast): PastMeeting[] {
  return calls.flatMap(({ ending, person, at }, index) => {
    const [broker, callId] = [cast.brokers[person], played[index]?.callId]
    if (ending !== 2 || !broker || callId === undefined) return []
    return [{ callId, brokerId: broker.id, toNumber: broker.phone, region: broker.region, at }]
  })
}

async function playCall(tx: Ctx, past: PastCall, cast: Cast): Promise<CallEvents> {
  const provider = tx.providers.voice.named('simulator')
  const broker = cast.brokers[past.person]
  const campaign = cast.campaigns[past.campaign]
  if (!provider || !broker || !campaign) throw new Error('the demo world lacks a part')
  const enrolment = await tx.db
    .insertInto('enrolments')
    .values({
      campaignId: campaign.id,
      brokerId: broker.id,
      region: broker.region,
      simulated: true,
      state: 'in_flight',
      dueAt: past.at,
      attempts: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const placed = await placeCall(tx, {
    provider,
    campaignId: campaign.id,
    campaignVersionId: campaign.versionId,
    brokerId: broker.id,
    toNumber: broker.phone,
    clock: { now: past.at, speed: 1 },
    enrolmentId: enrolment.id,
    attempt: 1,
    capDate: dateIn(past.at.getTime(), broker.timezone),
  })
  if (!placed.ok) throw new Error(`the demo world calls a number twice: ${placed.reason}`)
  return playPlan(tx, placed.callId, { past, broker })
}

/** Stores the simulator's plan of the call as played to its end, and its events. */
async function playPlan(
  tx: Ctx,
  callId: number,
  { past, broker }: { past: PastCall; broker: { email: string | null } },
): Promise<CallEvents> {
  const call = await findPlaced(tx, callId)
  if (!call) throw new Error('a placed call is gone')
  const request = {
    callId,
    to: dialled(call.toNumber, past),
    script: buildScript(call, { meetings: true }),
    scriptVersion: call.versionId,
    calledName: call.broker && greetingName(call.broker.name),
    maxDurationSeconds: MAX_CALL_SECONDS,
  }
  const plan = await playedPlan(tx, request, broker)
  const { id } = await tx.db
    .insertInto('simulatorCalls')
    .values({
      callId,
      dialledAt: past.at,
      plan: JSON.stringify(plan),
      step: plan.events.length,
      nextAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db
    .updateTable('calls')
    .set({ createdAt: past.at, dispatchedAt: past.at, providerCallId: providerCallId(id) })
    .where('id', '=', callId)
    .execute()
  const played = { id, callId, dialledAt: past.at, plan, step: 0 }
  return { callId, events: plan.events.map((event) => toVoiceEvent(played, event)) }
}

/** Sets the times of rows written while loading to those of the call; no broker stays scheduled for another call. */
async function setTimesBack(tx: Ctx): Promise<void> {
  for (const statement of [
    sql`update calls set call_start_time = told.answered, call_end_time = told.ended,
          finished_at = told.ended, updated_at = told.ended
        from (select call_id, min(at) filter (where kind = 'answered') as answered,
                     max(at) filter (where kind = 'ended') as ended
              from call_events group by call_id) told
        where told.call_id = calls.id`,
    sql`update call_effects set created_at = call_end_time from calls where calls.id = call_effects.call_id`,
    sql`update activities set created_at = call_end_time from calls where calls.id = activities.call_id`,
    // its people are not written to, also where a provider is configured
    sql`update messages set status = 'held', reason = 'History of the demo world: kept here, never sent.',
          next_attempt_at = null, due_at = null
        where status = 'queued'`,
    sql`update messages set created_at = call_end_time, updated_at = call_end_time
        from calls where calls.id = messages.call_id`,
    sql`update short_links set created_at = call_end_time, expires_at = expires_at - (${tx.now()} - call_end_time)
        from calls where calls.id = short_links.call_id`,
    sql`update enrolments set state = 'done', ended_reason = coalesce(ended_reason, calls.outcome),
          created_at = calls.created_at, updated_at = calls.call_end_time
        from calls where calls.enrolment_id = enrolments.id`,
  ])
    await statement.execute(tx.db)
  await setMeetingTimesBack(tx)
}
