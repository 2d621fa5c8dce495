import type { Ctx } from '#server/ctx.ts'
import { findOpenHandOffs, lockHandOff, moveRing, storeState } from './hand-off.store.ts'

/** Ends hand-offs of calls that are over: no phone rings any more. The calls must be locked. */
export async function closeHandOffs(tx: Ctx, callIds: readonly number[]): Promise<void> {
  if (callIds.length === 0) return
  for (const { id, callId } of await findOpenHandOffs(tx, callIds)) {
    const handOff = await lockHandOff(tx, { callId, id })
    if (!handOff) continue
    for (const { position, state } of handOff.rings) {
      if (state === 'requested' || state === 'ringing')
        await moveRing(tx, handOff, { position, state: 'failed', end: 'caller_left' })
    }
    await storeState(tx, handOff)
  }
}
