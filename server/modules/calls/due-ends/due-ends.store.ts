import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { GOODBYE_MS } from '#server/providers/ports/voice.ts'

/** A failed attempt is repeated after this long. */
const AGAIN_MS = 10_000
const BATCH = 50

/** Has the platform end these calls soon, unless they end earlier. */
export async function endSoon(tx: Ctx, callIds: readonly number[]): Promise<void> {
  if (callIds.length === 0) return
  const at = new Date(tx.now().getTime() + GOODBYE_MS)
  await sql`update live_scripts set end_at = least(end_at, ${at}::timestamptz) where call_id = ${anyOf(callIds)}`.execute(
    tx.db,
  )
}

export interface DueCall {
  id: number
  provider: string
  providerCallId: string | null
}

/**
 * Claims the calls that are due to end: another process claims them again only after a pause. A call that a person of the
 * team has accepted is theirs to end.
 */
export async function claimDueEnds(ctx: Ctx): Promise<DueCall[]> {
  const again = new Date(ctx.now().getTime() + AGAIN_MS)
  const { rows } = await sql<DueCall & { isOpen: boolean }>`
    with due as materialized (
      select call_id from live_scripts where end_at <= ${ctx.now()} order by end_at limit ${BATCH} for update skip locked
    ), open as materialized (
      select id, provider, provider_call_id from calls where id in (select call_id from due)
        and finished_at is null and dispatched_at is not null
        and not exists (select from hand_offs h where h.call_id = calls.id and h.state = 'accepted')
    ), moved as (
      update live_scripts set end_at = case when open.id is null then null else ${again}::timestamptz end
      from due left join open on open.id = due.call_id where live_scripts.call_id = due.call_id
    )
    select id, provider, provider_call_id from open`.execute(ctx.db)
  return rows
}
