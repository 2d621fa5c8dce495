import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { containing } from '#server/platform/db/search-pattern.ts'

/** Erases responses that are stored for a day for repeated requests, where they name the person. */
export async function eraseAnswers(
  tx: Ctx,
  { person: { emails, phones, names }, note }: AppEvents['broker.erasing'],
): Promise<void> {
  const words = [...emails, ...phones, ...names].map(containing)
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where response::text ilike any(${words})`.execute(tx.db)
  const rows = Number(numAffectedRows ?? 0)
  note({ what: 'Answers to repeated requests', rows, outcome: 'erased', reason: null })
}
