import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'

const WINDOW_MS = 1000
/** Shorter than an unasked call is let alone by reconciliation. */
const LONGEST_WAIT_MS = 40_000
/** How often a resting provider is looked at. */
const REST_LOOK_MS = 250

/** Takes the licence to ask the provider about one call; false where somebody has it or the call has ended. */
export type Claim = (ctx: Ctx) => Promise<boolean>

export interface Turn {
  /** Who is to be asked. */
  provider: VoiceProvider
  claim: Claim
}

/** `gone`: somebody else has the licence, or the call has ended. `closed`: its time is over, and nobody took it. */
export type GateAnswer = 'dispatched' | 'gone' | 'closed'

/** Waits for a call's turn, and then takes the licence to ask. */
export type Gate = (turn: Turn) => Promise<GateAnswer>

/**
 * The gate of every call: no provider is asked faster than its pace, in any process.
 * @param stillOpen whether the call may be made still
 */
export function paced(ctx: Ctx, callId: number, stillOpen: () => boolean): Gate {
  return async ({ provider, claim }) => {
    const latest = performance.now() + LONGEST_WAIT_MS
    for (;;) {
      if (!stillOpen()) return 'closed'
      // asked all the same it would refuse; after a short rest it will not
      if (performance.now() < latest && (await restsAlone(ctx, provider))) {
        await sleep(REST_LOOK_MS)
        continue
      }
      const slot = await takeSlot(ctx, provider, { callId, claim })
      if (typeof slot !== 'number') return slot
      await sleep(slot)
    }
  }
}

/** Whether a provider is not to be asked now, and nobody could take its calls over. */
export async function restsAlone({ providers }: Ctx, provider: VoiceProvider): Promise<boolean> {
  if ((await provider.restsUntil()) === null) return false
  const fallback = providers.voice.fallbackOf(provider.name)
  return fallback === null || (await fallback.restsUntil()) !== null
}

/**
 * Takes the licence to dial a call when the provider's pace allows it. Processes take turns by a lock, and the
 * instant of dispatch is the one that is compared, so that no rolling second ever holds more than the pace.
 * @returns 'dispatched', 'gone' when somebody else has it, or the milliseconds to wait before asking again
 */
export async function takeSlot(
  ctx: Ctx,
  provider: Pick<VoiceProvider, 'name' | 'callsPerSecond'>,
  { callId, claim }: { callId: number; claim: Claim },
): Promise<'dispatched' | 'gone' | number> {
  const { callsPerSecond } = provider
  if (callsPerSecond === null) return (await claim(ctx)) ? 'dispatched' : 'gone'
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
    if (!(await claim(tx))) return 'gone'
    await sql`insert into dispatch_slots (provider, slot_at, call_id)
      select ${provider.name}, dispatched_at, id from calls where id = ${callId}`.execute(tx.db)
    return 'dispatched'
  })
}
