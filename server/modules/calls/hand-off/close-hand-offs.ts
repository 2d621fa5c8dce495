import type { Ctx } from '#server/ctx.ts'
import { isTalk } from './hand-off.rules.ts'
import { findUnfailed, lockHandOff, moveRing, storeState } from './hand-off.store.ts'

/** A call that is over; `endedAt`: real time, null where the vendor does not report it. */
export interface EndedCall {
  callId: number
  endedAt: Date | null
}

/**
 * Ends hand-offs of calls that are over: no phone rings any more. The calls must be locked.
 * @returns the calls whose person has talked to no team member, e.g. because they hung up at the moment of the acceptance
 */
export async function closeHandOffs(tx: Ctx, calls: readonly EndedCall[]): Promise<number[]> {
  if (calls.length === 0) return []
  const ends = new Map(calls.map(({ callId, endedAt }) => [callId, endedAt]))
  const missed: number[] = []
  for (const { id, callId, isAccepted, acceptedAt } of await findUnfailed(tx, [...ends.keys()])) {
    if (isAccepted && isTalk(acceptedAt, ends.get(callId) ?? null)) continue
    const handOff = await lockHandOff(tx, { callId, id })
    if (!handOff) continue
    for (const { position, state } of handOff.rings) {
      if (state === 'declined' || state === 'failed') continue
      await moveRing(tx, handOff, { position, state: 'failed', end: 'caller_left' })
    }
    await storeState(tx, handOff)
    missed.push(callId)
  }
  return missed
}
