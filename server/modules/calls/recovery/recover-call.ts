import type { Ctx } from '#server/ctx.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { intake } from '../intake/intake.ts'
import {
  assumeDispatched,
  insertRecovered,
  lockUnnamed,
  nameCall,
  type RecoveredCall,
} from './recovered-calls.store.ts'

/** After a restore: calls that were placed, but not dialled, in the archive may have been dialled since. */
export const doubtUndispatched = (ctx: Ctx, snapshotAt: Date): Promise<number> =>
  assumeDispatched(ctx, snapshotAt)

/**
 * Records a call that a vendor lists and we have no row for: it becomes the open call without a vendor's id to that number,
 * else a row of its own. Needs `ctx.tx`.
 * @param details found only for a row of its own
 */
export async function recordListed(
  tx: Ctx,
  call: Pick<RecoveredCall, 'provider' | 'providerCallId' | 'callId' | 'to' | 'from' | 'at'>,
  details: () => Promise<Pick<RecoveredCall, 'simulatedAt' | 'brokerId' | 'enrolment' | 'capDate'>>,
): Promise<{ callId: number; how: 'matched' | 'added' } | null> {
  const open = await lockUnnamed(tx, call)
  if (open !== undefined) {
    await nameCall(tx, open, call)
    return { callId: open, how: 'matched' }
  }
  const added = await insertRecovered(tx, { ...call, ...(await details()) })
  return added === undefined ? null : { callId: added, how: 'added' }
}

/** Records what the vendor knows of the call by now. @returns false: the vendor cannot tell now; the reconciler asks again */
export async function recordLife(
  ctx: Ctx,
  provider: VoiceProvider,
  call: { callId: number; providerCallId: string },
): Promise<boolean> {
  const lookup = await provider.lookup(call).catch(() => null)
  if (lookup?.kind !== 'found') return false
  await intake(ctx, [{ callId: call.callId, events: lookup.events, provider: provider.name }])
  return true
}
