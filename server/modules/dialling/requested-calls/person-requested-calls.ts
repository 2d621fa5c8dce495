import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'

export async function eraseRequestedCalls(
  tx: Ctx,
  { person, note, belonged }: AppEvents['broker.erasing'],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from requested_calls where broker_id = any(${person.brokerIds}) returning id`.execute(tx.db)
  belonged(
    'requested_call',
    rows.map(({ id }) => id),
  )
  note({ what: 'Requested calls', rows: rows.length, outcome: 'erased', reason: null })
}

export async function exportRequestedCalls(
  tx: Ctx,
  { person, add }: AppEvents['broker.exporting'],
): Promise<void> {
  const { rows } = await sql<object>`
    select id, state, phone, words, due_at, until_at, reason, created_at, closed_at
    from requested_calls where broker_id = any(${person.brokerIds}) order by id`.execute(tx.db)
  add({ name: 'requested-calls', rows })
}

/** Requested calls of a merged record become the kept one's. */
export async function moveRequestedCalls(
  tx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await tx.db.updateTable('requestedCalls').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
