import { sql } from 'kysely'
import type { CallOutcome, CallResponse } from '#contract/calls/calls.ts'
import { MAX_CALL_SECONDS, outcomeTable } from '#contract/calls/calls.ts'
import { dateIn } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { greetingName } from '#server/input/person-name.ts'
import { callStateOf } from '#server/modules/calls/intake/call-state.rules.ts'
import { storeEvents, storeStates } from '#server/modules/calls/intake/intake.store.ts'
import { buildScript } from '#server/modules/calls/script.rules.ts'
import { DELIVERED } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import type { CallEvents } from '#server/providers/ports/voice.ts'
import type { CallPlan } from '#server/providers/simulator/plan/rules.ts'
import { providerCallId, toVoiceEvent } from '#server/providers/simulator/store.ts'
import type { PastCall } from '../history.ts'
import { endOf } from '../opt-outs.ts'
import { playedPlan } from '../played-plan.ts'
import { type Cast, dialled } from './cast.ts'
import { type Facts, loadFacts } from './facts.ts'

/** A written call, as its consequences use it. */
export interface WrittenCall {
  id: number
  enrolmentId: number
  past: PastCall
  broker: Facts['brokers'][number]
  campaign: Cast['campaigns'][number]
  outcome: CallOutcome
  response: CallResponse | null
  duration: number | null
  endedAt: Date
  /** In the order in which they were chosen, each once. */
  options: readonly { option: CallResponse; source: 'key' | 'voice' }[]
}

/**
 * Writes ended calls with their events: the rows that placing, the simulator and the intake of its events produce, in a
 * few statements for all of them. The consequences of the calls are not written yet.
 */
export async function writeCalls(tx: Ctx, calls: readonly PastCall[], cast: Cast): Promise<WrittenCall[]> {
  const facts = await loadFacts(tx, cast)
  const placed = await placeAll(tx, calls, cast, facts)
  const planned = await Promise.all(
    placed.map(async (call) => ({ ...call, plan: await planOf(tx, call, facts) })),
  )
  const batch = await playAll(tx, planned)
  const events = await storeEvents(
    tx,
    batch,
    planned.map(({ id, past }) => ({ id, createdAt: past.at })),
  )
  const folded = planned.map((call) => {
    const stored = events.get(call.id) ?? []
    const clock = { createdAt: call.past.at, simulated: true, simulatedAt: call.past.at, clockSpeed: 1 }
    return { call, stored, state: callStateOf(stored, clock) }
  })
  await storeStates(
    tx,
    folded.map(({ call: { id }, state }) => ({
      id,
      state,
      countsTowardsCaps: state.outcome === null || outcomeTable[state.outcome].countsTowardsCaps,
    })),
  )
  return folded.map(({ call: { plan: _, ...call }, stored, state }) => {
    const { outcome, response, duration } = state
    const endedAt = endOf(stored)
    if (outcome === null || !endedAt) throw new Error('a call of the demo world has not ended')
    const chosen = stored.filter((event) => event.kind === 'option')
    const options = [...new Map(chosen.map(({ option, source }) => [option, { option, source }])).values()]
    return { ...call, outcome, response, duration, endedAt, options }
  })
}

type Placed = Pick<WrittenCall, 'id' | 'enrolmentId' | 'past' | 'broker' | 'campaign'>

async function placeAll(tx: Ctx, calls: readonly PastCall[], cast: Cast, facts: Facts): Promise<Placed[]> {
  const parts = calls.map((past) => {
    const broker = facts.brokers[past.person]
    const campaign = cast.campaigns[past.campaign]
    if (!broker || !campaign) throw new Error('the demo world lacks a part')
    return { past, broker, campaign }
  })
  const enrolments = await tx.db
    .insertInto('enrolments')
    .values(
      parts.map(({ past, broker, campaign }) => ({
        ...{ campaignId: campaign.id, brokerId: broker.id, region: broker.region, simulated: true },
        ...{ state: 'in_flight', dueAt: past.at, attempts: 1 },
      })),
    )
    .returning('id')
    .execute()
  const rows = await tx.db
    .insertInto('calls')
    .values(
      parts.map(({ past, broker, campaign }, index) => ({
        ...{ campaignId: campaign.id, campaignVersionId: campaign.versionId, brokerId: broker.id },
        ...{ toNumber: broker.phone, provider: 'simulator', simulated: true, test: false },
        ...{ simulatedAt: past.at, clockSpeed: 1, createdAt: past.at, dispatchedAt: past.at },
        ...{ enrolmentId: enrolments[index]?.id, attempt: 1 },
        region: broker.region,
        localHour: sql<number>`hour_of_week(${past.at}, ${broker.timezone})`,
        calledLine: broker.phone.startsWith('+614') ? 'mobile' : 'fixed',
        capDate: dateIn(past.at.getTime(), broker.timezone),
      })),
    )
    .returning('id')
    .execute()
  return parts.map((part, index) => {
    const [id, enrolmentId] = [rows[index]?.id, enrolments[index]?.id]
    if (id === undefined || enrolmentId === undefined) throw new Error('not every row was added')
    return { ...part, id, enrolmentId }
  })
}

function planOf(tx: Ctx, { id, past, broker, campaign }: Placed, facts: Facts): Promise<CallPlan> {
  const { organisation } = facts
  // createCampaign has validated them
  const version = facts.version(campaign.versionId)
  const script = buildScript({ organisation, version, broker, law: DELIVERED[0].rules }, { meetings: true })
  const request = {
    ...{ callId: id, to: dialled(broker.phone, past), script, scriptVersion: campaign.versionId },
    ...{ calledName: greetingName(broker.name), maxDurationSeconds: MAX_CALL_SECONDS },
  }
  return playedPlan(tx, request, broker)
}

/** The simulator's own rows, played to their end. @returns its events, call by call */
async function playAll(tx: Ctx, calls: readonly (Placed & { plan: CallPlan })[]): Promise<CallEvents[]> {
  const played = await tx.db
    .insertInto('simulatorCalls')
    .values(
      calls.map(({ id, past, plan }) => ({
        ...{ callId: id, dialledAt: past.at, plan: JSON.stringify(plan) },
        ...{ step: plan.events.length, nextAt: null },
      })),
    )
    .returning(['id', 'callId', 'dialledAt'])
    .execute()
  const names = played.map(({ id, callId }) => ({ call: callId, name: providerCallId(id) }))
  await sql`update calls set provider_call_id = given.name
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as given(call int, name text)
    where calls.id = given.call`.execute(tx.db)
  return calls.map(({ id: callId, plan }, index) => {
    const simulated = played[index]
    if (simulated?.callId !== callId) throw new Error('the simulator has other calls')
    const call = { ...simulated, plan, step: 0 }
    return { callId, events: plan.events.map((event) => toVoiceEvent(call, event)) }
  })
}
