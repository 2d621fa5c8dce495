import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { recordSlot } from './pace.store.ts'

/** The hourly clean-up of past dispatches. */
export { deleteOldSlots } from './pace.store.ts'

const WINDOW_MS = 1000
/** Shorter than NEVER_DISPATCHED_MS, after which reconciliation closes an undispatched call. */
const LONGEST_WAIT_MS = 40_000
/** How often a resting provider is checked. */
const REST_POLL_MS = 250

/** Claims the dispatch of one call; false when another process holds it or the call has ended. */
export type Claim = (ctx: Ctx) => Promise<boolean>

export interface Turn {
  /** The provider that is to dial. */
  provider: VoiceProvider
  claim: Claim
}

/** `lost`: another process claimed the call, or it has ended. `closed`: its window closed before any claim. */
export type GateAnswer = 'dispatched' | 'lost' | 'closed'

/** Waits for a call's turn, then claims its dispatch. */
export type Gate = (turn: Turn) => Promise<GateAnswer>

/**
 * Limits dispatches to each provider's pace over all processes.
 * @param stillOpen whether the call may still be dialled
 */
export function paced(ctx: Ctx, callId: number, stillOpen: () => boolean): Gate {
  return async ({ provider, claim }) => {
    const latest = performance.now() + LONGEST_WAIT_MS
    for (;;) {
      if (!stillOpen()) return 'closed'
      // a resting provider refuses the call, but may accept it after a short rest
      if (performance.now() < latest && (await restsWithoutFallback(ctx, provider))) {
        await sleep(REST_POLL_MS)
        continue
      }
      const slot = await claimPacedSlot(ctx, provider, { callId, claim, stillOpen })
      if (typeof slot !== 'number') return slot
      await sleep(slot)
    }
  }
}

/** Whether a provider rests and no fallback can take its calls. */
export async function restsWithoutFallback({ providers }: Ctx, provider: VoiceProvider): Promise<boolean> {
  if ((await provider.restsUntil()) === null) return false
  const fallback = providers.voice.fallbackOf(provider.name)
  return fallback === null || (await fallback.restsUntil()) !== null
}

/**
 * Claims a call's dispatch when the provider's pace allows it. A lock serialises processes, and the instants of
 * dispatch are compared, so that no rolling second ever exceeds the pace.
 * @returns the answer, or the milliseconds to wait before a retry
 */
export async function claimPacedSlot(
  ctx: Ctx,
  provider: Pick<VoiceProvider, 'name' | 'callsPerSecond'>,
  { callId, claim, stillOpen }: { callId: number; claim: Claim; stillOpen(): boolean },
): Promise<GateAnswer | number> {
  const { callsPerSecond } = provider
  if (callsPerSecond === null) return (await claim(ctx)) ? 'dispatched' : 'lost'
  // below one a second: one dispatch in a longer window
  const perWindow = Math.max(1, Math.floor(callsPerSecond))
  const windowMs = callsPerSecond < 1 ? WINDOW_MS / callsPerSecond : WINDOW_MS
  return ctx.tx(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`pace:${provider.name}`}))`.execute(tx.db)
    const { rows } = await sql<{ wait: number | null }>`
      select (${windowMs} - extract(epoch from clock_timestamp() - slot_at) * 1000)::float8 as wait
      from dispatch_slots where provider = ${provider.name} order by slot_at desc
      offset ${perWindow - 1} limit 1`.execute(tx.db)
    const wait = rows[0]?.wait ?? 0
    if (wait >= 0 && rows.length > 0) return Math.ceil(wait) + 1
    // others may have held the lock until the window closed
    if (!stillOpen()) return 'closed'
    if (!(await claim(tx))) return 'lost'
    await recordSlot(tx, provider.name, callId)
    return 'dispatched'
  })
}
