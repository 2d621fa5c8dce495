import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Claim } from '#server/modules/calls/placing/service.ts'
import type { VoiceProvider } from '#server/providers/voice/port.ts'

const WINDOW_MS = 1000

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
