import type { changeRequestedCall as endpoint } from '#contract/calls/requested-calls.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { localTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { findCampaign } from '../views.ts'
import { noteChange } from './end-requested-call.ts'
import { proposeFor } from './plan-requested-call.ts'
import { lockRequestedCall, type RequestedCallRow, takeStep } from './requested-calls.store.ts'
import type { PlannedWindow } from './requested-time.rules.ts'

/** After a time that staff choose, as after one that a person names. */
const WINDOW_MS = 15 * 60_000

/** Moves or cancels a planned call. @throws AppError forbidden, not_found, invalid, rule_forbids */
export async function changeRequestedCall(
  ctx: Ctx,
  id: number,
  body: BodyOf<typeof endpoint>,
): Promise<void> {
  authorise(ctx, 'calls.dial')
  await ctx.tx(async (tx) => {
    const call = await lockRequestedCall(tx, id)
    if (!call) throw notFound('Requested call')
    if (call.state !== 'planned')
      throw new AppError('rule_forbids', 'This call is no longer planned, so it cannot be changed.')
    if (body.action === 'cancel') await cancel(tx, call, body.reason ?? 'Cancelled by staff.')
    else await move(tx, call, new Date(body.dueAt))
  })
}

async function cancel(tx: Ctx, call: RequestedCallRow, reason: string): Promise<void> {
  await takeStep(tx, { id: call.id, move: 'cancel', reason })
  await audit(tx, {
    ...{ action: 'requested_call.cancelled', subjectType: 'requested_call', subjectId: call.id },
    ...{ before: { state: call.state }, after: { state: 'cancelled', reason } },
  })
  await noteChange(tx, call, `Requested call cancelled: ${reason}`)
  await tx.emit('requestedCall.changed', { id: call.id, change: 'cancelled' })
}

async function move(tx: Ctx, call: RequestedCallRow, wished: Date): Promise<void> {
  const { dueAt, until } = await requirePermitted(tx, call, wished)
  await takeStep(tx, { id: call.id, move: 'move', dueAt, until })
  await audit(tx, {
    ...{ action: 'requested_call.moved', subjectType: 'requested_call', subjectId: call.id },
    ...{ before: { dueAt: call.dueAt }, after: { dueAt } },
  })
  await noteChange(tx, call, `Requested call moved to ${await timeText(tx, call, dueAt)}`)
  await tx.emit('requestedCall.changed', { id: call.id, change: 'moved' })
}

/** @throws AppError invalid with the nearest permitted time, rule_forbids */
async function requirePermitted(tx: Ctx, call: RequestedCallRow, wished: Date): Promise<PlannedWindow> {
  const { active, named } = tx.providers.voice
  const provider = active?.simulated === call.simulated ? active : call.simulated ? named('simulator') : null
  const campaign = call.campaignId === null ? undefined : await findCampaign(tx, call.campaignId)
  if (!provider || !campaign)
    throw new AppError('rule_forbids', 'The campaign or the voice provider of this call is gone. Cancel it.')
  const wish = { from: wished, to: new Date(wished.getTime() + WINDOW_MS) }
  const proposal = await proposeFor(tx, { campaign, brokerId: call.brokerId, provider }, wish)
  if (proposal.kind === 'refused')
    throw new AppError('rule_forbids', proposal.reasons.map(({ text }) => text).join(' '))
  if (proposal.moved || proposal.dueAt.getTime() !== wished.getTime())
    throw invalid({
      dueAt: `No call is permitted then. The nearest time is ${await timeText(tx, call, proposal.dueAt)}.`,
    })
  return proposal
}

async function timeText(tx: Ctx, { brokerId }: RequestedCallRow, at: Date): Promise<string> {
  const broker = tx.db.selectFrom('brokers').select('timezone').where('id', '=', brokerId)
  const { timezone } = await broker.executeTakeFirstOrThrow()
  return localTime(at, { zone: timezone }, at)
}
