import type { Insertable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents, SpokenEvidence } from '#server/events.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Activities } from '#server/schema.gen.ts'
import {
  type ActivityText,
  callBackText,
  type EndedCall,
  endingTypes,
  endText,
  handedOffText,
  optionText,
} from './call-activities.rules.ts'
import { optOutReason } from './suppressions/suppressions.rules.ts'
import { insertSuppression } from './suppressions/suppressions.store.ts'
import { holdNumber } from './suppressions/suppressions.ts'
import { deleteActivities, writeActivities, writeCallActivities } from './timeline.store.ts'

interface EndedCallRow extends Omit<EndedCall, 'outcome'> {
  id: number
  brokerId: number | null
  campaignId: number | null
  toNumber: string
  simulated: boolean
  simulatedAt: Date | null
}

async function findCall(ctx: Ctx, id: number): Promise<EndedCallRow | undefined> {
  const [call] = await findCalls(ctx, [id])
  return call
}

async function findCalls(ctx: Ctx, ids: readonly number[]): Promise<EndedCallRow[]> {
  const rows = await ctx.db
    .selectFrom('calls')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
    .select([
      'calls.id',
      'calls.brokerId',
      'calls.campaignId',
      'calls.toNumber',
      'calls.simulated',
      'calls.simulatedAt',
      'calls.duration',
      'calls.response',
      'calls.test',
      'calls.failure',
      'campaigns.name as campaign',
    ])
    .where('calls.id', '=', anyOf(ids))
    .orderBy('calls.id')
    .execute()
  // the table's check constraint allows no other response
  return rows.map((row) => ({ ...row, response: row.response as EndedCall['response'] }))
}

async function recordActivity(ctx: Ctx, call: EndedCallRow, text: ActivityText): Promise<void> {
  await writeCallActivities(ctx, [activityOf(call, text)])
}

function activityOf(call: EndedCallRow, text: ActivityText): Insertable<Activities> {
  const { id: callId, brokerId, campaignId, simulated, simulatedAt } = call
  return { ...text, callId, brokerId, campaignId, simulated, simulatedAt }
}

/**
 * Records the chosen options except meetings; option 4 suppresses the number immediately everywhere. Safe to repeat.
 */
export async function onOptionsChosen(
  ctx: Ctx,
  { choices }: AppEvents['calls.optionsChosen'],
): Promise<void> {
  const own = choices.flatMap(({ option, ...choice }) =>
    option === 'option_2' ? [] : [{ ...choice, option }],
  )
  if (own.length === 0) return
  const calls = new Map(
    (
      await findCalls(
        ctx,
        own.map(({ callId }) => callId),
      )
    ).map((call) => [call.id, call]),
  )
  const activities: Insertable<Activities>[] = []
  for (const { callId, option, source, evidence } of own) {
    const call = calls.get(callId)
    if (!call) continue
    if (option === 'option_4') await suppress(ctx, call, { source, evidence: evidence ?? null })
    activities.push(activityOf(call, optionText(option, call)))
  }
  if (activities.length > 0) await writeCallActivities(ctx, activities)
}

async function suppress(
  ctx: Ctx,
  call: EndedCallRow,
  { source, evidence }: { source: 'key' | 'voice'; evidence: SpokenEvidence | null },
): Promise<void> {
  const { toNumber: phone, simulated, id: callId } = call
  const values = { phone, source, reason: optOutReason(source), simulated, callId }
  await insertSuppression(ctx, { ...values, evidence: evidence && JSON.stringify(evidence) })
  // emitted even for a number already suppressed, so that no planned call remains
  await ctx.emit('number.suppressed', { phone, simulated })
}

/** Holds the number of a call whose words may be an opt-out, until a person decides. */
export async function onOptOutUnclear(
  ctx: Ctx,
  { callId, evidence, at }: AppEvents['call.optOutUnclear'],
): Promise<void> {
  const call = await findCall(ctx, callId)
  if (call) await holdNumber(ctx, { phone: call.toNumber, at, text: evidence.text, call, evidence })
}

/** Records how calls ended; a corrected outcome replaces the earlier activity. */
export async function onCallsFinished(ctx: Ctx, event: AppEvents['calls.finished']): Promise<void> {
  const ends = new Map(event.calls.map((call) => [call.callId, call]))
  const rows: Insertable<Activities>[] = []
  for (const call of await findCalls(ctx, [...ends.keys()])) {
    const end = ends.get(call.id)
    if (!end) continue
    const text = endText({ ...call, outcome: end.outcome })
    rows.push(activityOf(call, text))
    if (!end.corrected) continue
    const otherTypes = endingTypes.filter((type) => type !== text.type)
    await deleteActivities(ctx, { callId: call.id, types: otherTypes })
  }
  if (rows.length > 0) await writeCallActivities(ctx, rows)
}

/** Records the broker's request to be called back by a person. */
export async function onPersonAsked(ctx: Ctx, event: AppEvents['call.personAsked']): Promise<void> {
  const call = await findCall(ctx, event.callId)
  if (call) await recordActivity(ctx, call, callBackText(call))
}

/** Records which person of the team accepted a call. */
export async function onHandedOff(ctx: Ctx, { callId, by }: AppEvents['call.handedOff']): Promise<void> {
  const call = await findCall(ctx, callId)
  if (call) await recordActivity(ctx, call, handedOffText(by, call))
}

/** Adds microsite visits to the brokers' timelines. */
export async function onMicrositeVisited(
  ctx: Ctx,
  { visits }: AppEvents['microsite.visited'],
): Promise<void> {
  await writeActivities(
    ctx,
    visits.map(({ title, brokerId, campaignId, at }) => ({
      type: 'microsite_visited',
      description: `Visited ${title}`,
      ...{ brokerId, campaignId, createdAt: at },
    })),
  )
}
