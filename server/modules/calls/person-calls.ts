import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { eraseNumbers, erasePerson, lockCallsOf } from './removal.store.ts'

/** A number may be dialled once a day and three times in thirty: then that is over everywhere. */
const DAYS_KEPT = 31

/**
 * Removes a person from their calls: recording, transcript, summary and script immediately; the number 31 days after
 * the dial, so that the caps hold meanwhile.
 */
export async function eraseCalls(tx: Ctx, { person, note }: AppEvents['broker.erasing']): Promise<void> {
  const ids = await lockCallsOf(tx, person)
  await releaseFiles(tx, await erasePerson(tx, ids, DAYS_KEPT))
  const { brokerIds, phones } = person
  await sql`update inbound_calls set from_number = null
    where broker_id = any(${brokerIds}) or from_number = any(${phones})`.execute(tx.db)
  await eraseNumbers(tx)
  note({
    what: 'Calls',
    rows: ids.length,
    outcome: 'anonymised',
    reason: `That and how they ended is left. A number that was dialled in the last ${DAYS_KEPT} days is erased when they are over, so that nobody is dialled more often than is allowed.`,
  })
}

export async function exportCalls(
  tx: Ctx,
  { person: { brokerIds, phones }, add }: AppEvents['broker.exporting'],
): Promise<void> {
  const { rows } = await sql<object>`
    select id, to_number, from_number, status, outcome, response, duration, transcript, summary, provider, simulated,
      created_at, call_start_time, call_end_time
    from calls where broker_id = any(${brokerIds}) or (broker_id is null and to_number = any(${phones}))
    order by id`.execute(tx.db)
  const recorded = await sql<{ callId: number; fileId: number }>`
    select call_id, file_id from call_recordings join calls on calls.id = call_id
    where broker_id = any(${brokerIds}) order by call_id`.execute(tx.db)
  const files = recorded.rows.map(({ callId, fileId }) => ({
    name: `${callId}.mp3`,
    fileId,
  }))
  add({ name: 'calls', rows, files })
  const inbound = await sql<object>`
    select id, from_number, to_number, opted_out_at, person_asked_at, created_at from inbound_calls
    where broker_id = any(${brokerIds}) or from_number = any(${phones}) order by id`.execute(tx.db)
  add({ name: 'inbound-calls', rows: inbound.rows })
}
