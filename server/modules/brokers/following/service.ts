import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { optOutReason } from '../suppressions/rules.ts'
import { insertSuppression } from '../suppressions/store.ts'
import { forgetActivities, writeActivity } from '../timeline/store.ts'
import {
  type ActivityWords,
  callBackWords,
  type EndedCall,
  endingTypes,
  endWords,
  optionWords,
} from './rules.ts'

interface FollowedCall extends Omit<EndedCall, 'outcome'> {
  id: number
  brokerId: number | null
  campaignId: number | null
  toNumber: string
  simulated: boolean
  simulatedAt: Date | null
}

async function findCall(ctx: Ctx, id: number): Promise<FollowedCall | undefined> {
  const row = await ctx.db
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
    .where('calls.id', '=', id)
    .executeTakeFirst()
  // the table's check allows no other response
  return row && { ...row, response: row.response as EndedCall['response'] }
}

async function tell(ctx: Ctx, call: FollowedCall, words: ActivityWords): Promise<void> {
  const { id: callId, brokerId, campaignId, simulated, simulatedAt } = call
  await writeActivity(ctx, { ...words, callId, brokerId, campaignId, simulated, simulatedAt })
}

/** Writes what was chosen, a meeting aside; option 4 suppresses the number at once, everywhere. Safe to repeat. */
export async function followOption(ctx: Ctx, event: AppEvents['call.optionChosen']): Promise<void> {
  const call = await findCall(ctx, event.callId)
  if (!call) return
  if (event.option === 'option_4') await suppress(ctx, call, event.source)
  if (event.option !== 'option_2') await tell(ctx, call, optionWords(event.option, call))
}

async function suppress(ctx: Ctx, call: FollowedCall, source: 'key' | 'voice'): Promise<void> {
  const { toNumber: phone, simulated, id: callId } = call
  await insertSuppression(ctx, { phone, source, reason: optOutReason(source), simulated, callId })
  // told again even where the number is suppressed already: nothing planned for it may be left
  await ctx.emit('number.suppressed', { phone, simulated })
  ctx.changed('suppressions', 'brokers')
}

/** Writes how a call ended; an end that is corrected later replaces what was told. */
export async function followEnd(ctx: Ctx, event: AppEvents['call.finished']): Promise<void> {
  const call = await findCall(ctx, event.callId)
  if (!call) return
  const words = endWords({ ...call, outcome: event.outcome })
  if (event.corrected) {
    const others = endingTypes.filter((type) => type !== words.type)
    await forgetActivities(ctx, { callId: call.id, types: others })
  }
  await tell(ctx, call, words)
}

/** Writes that a person is to be called back by a person. */
export async function followPersonAsked(ctx: Ctx, event: AppEvents['call.personAsked']): Promise<void> {
  const call = await findCall(ctx, event.callId)
  if (call) await tell(ctx, call, callBackWords(call))
}
