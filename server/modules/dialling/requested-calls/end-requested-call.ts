import { type CallOutcome, outcomeTable } from '#contract/calls/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents, RequestedCallChange } from '#server/events.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { attempt } from '#server/platform/db/attempt.ts'
import { lockDialledBy, lockPlannedTo, type RequestedCallRow, takeStep } from './requested-calls.store.ts'
import { findDials, type RequestedDial } from './requested-calls.views.ts'

const AGAIN_AFTER_MS = 60_000

/** Ends a planned call that cannot be dialled; staff get a task, unless the person opted out. */
export async function giveUp(
  tx: Ctx,
  call: RequestedCallRow,
  { reason, optedOut }: { reason: string; optedOut: boolean },
): Promise<void> {
  const move = optedOut ? 'cancel' : 'miss'
  if (!(await takeStep(tx, { id: call.id, move, reason }))) return
  await noteChange(
    tx,
    call,
    optedOut ? `Requested call cancelled: ${reason}` : `Requested call not dialled: ${reason}`,
  )
  await tx.emit('requestedCall.changed', { id: call.id, change: optedOut ? 'cancelled' : 'missed' })
}

/** Notes a change in the broker’s timeline. */
export async function noteChange(
  tx: Ctx,
  { brokerId, campaignId, simulated }: Pick<RequestedCallRow, 'brokerId' | 'campaignId' | 'simulated'>,
  description: string,
): Promise<void> {
  const clock = simulated ? tx.providers.voice.named('simulator') : null
  await addActivity(tx, {
    ...{ type: 'call_request_changed', description, brokerId, campaignId, simulated },
    simulatedAt: (await clock?.now(tx.db)) ?? null,
  })
}

/** Cancels the planned calls to a suppressed number. */
export async function cancelSuppressed(
  tx: Ctx,
  { phone, simulated }: AppEvents['number.suppressed'],
): Promise<void> {
  for (const call of await lockPlannedTo(tx, phone, { onlySimulated: simulated }))
    await giveUp(tx, call, { reason: 'The number was suppressed.', optedOut: true })
}

/** Updates the requested calls whose dials have ended, or were corrected. */
export async function onDialsFinished(tx: Ctx, { calls }: AppEvents['calls.finished']): Promise<void> {
  const ids = calls.map(({ callId }) => callId)
  const requested = await lockDialledBy(tx, ids)
  if (requested.length === 0) return
  const dials = new Map((await findDials(tx, ids)).map((dial) => [dial.callId, dial]))
  for (const call of requested) {
    const dial = call.callId === null ? undefined : dials.get(call.callId)
    if (dial) await settle(tx, call, dial)
  }
}

async function settle(tx: Ctx, call: RequestedCallRow, dial: RequestedDial): Promise<void> {
  const { outcome } = dial
  if (call.state !== 'dialling') {
    // a late report shows that the dial happened after all
    if (isDialled(outcome) && (await takeStep(tx, { id: call.id, move: 'correct' })))
      await emitEnd(tx, call.id, outcome)
    return
  }
  if (outcome === 'provider_fault') return dialAgain(tx, call, dial)
  if (!isDialled(outcome))
    return giveUp(tx, call, { reason: dial.failure ?? 'The call could not be placed.', optedOut: false })
  if (
    outcome === 'cancelled' &&
    (await takeStep(tx, { id: call.id, move: 'cancel', reason: dial.failure ?? 'Staff ended it.' }))
  )
    return tx.emit('requestedCall.changed', { id: call.id, change: 'cancelled' })
  if (await takeStep(tx, { id: call.id, move: 'end' })) await emitEnd(tx, call.id, outcome)
}

/** An outcome that uses up the caps may have rung. */
const isDialled = (outcome: CallOutcome): boolean => outcomeTable[outcome].countsTowardsCaps

/** An unknown outcome has a task of its own, and a person who rejected the call needs none. */
async function emitEnd(tx: Ctx, id: number, outcome: CallOutcome): Promise<void> {
  const reached = outcome === 'human' || outcome === 'declined' || outcome === 'unknown'
  const change: RequestedCallChange = reached ? 'kept' : 'unanswered'
  await tx.emit('requestedCall.changed', { id, change })
}

/** The provider did not dial: due again soon, unless the person has asked for another time meanwhile. */
async function dialAgain(tx: Ctx, call: RequestedCallRow, { at }: RequestedDial): Promise<void> {
  const dueAt = new Date(at.getTime() + AGAIN_AFTER_MS)
  const isAlone = await attempt(tx, async () => {
    await takeStep(tx, { id: call.id, move: 'withdraw', dueAt })
  })
  if (!isAlone) await takeStep(tx, { id: call.id, move: 'cancel', reason: 'They asked for another time.' })
}
