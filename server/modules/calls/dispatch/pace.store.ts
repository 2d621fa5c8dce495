import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/** Longer than any window of the pace limiter: one second, or more below one call per second. */
const KEPT_HOURS = 1

/** Records the dispatch of a call, which was claimed in the same transaction. */
export async function recordSlot(tx: Ctx, provider: string, callId: number): Promise<void> {
  await sql`insert into dispatch_slots (provider, slot_at, call_id)
    select ${provider}, dispatched_at, id from calls where id = ${callId}`.execute(tx.db)
}

export async function deleteOldSlots({ db }: Pick<Ctx, 'db'>): Promise<void> {
  await sql`delete from dispatch_slots
    where slot_at < statement_timestamp() - make_interval(hours => ${KEPT_HOURS})`.execute(db)
}
