import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { anyOf } from '#server/platform/db/any-of.ts'

/** A number may be dialled once a day and three times in thirty: then that is over everywhere. */
const DAYS_KEPT = 31

/**
 * Removes a person from their calls: recording, transcript, summary and script immediately; the number 31 days after
 * the dial, so that the caps hold meanwhile.
 */
export async function eraseCalls(tx: Ctx, { person, note }: AppEvents['broker.erasing']): Promise<void> {
  const { brokerIds, phones } = person
  const { rows } = await sql<{ id: number }>`
    select id from calls
    where broker_id = any(${brokerIds}) or (broker_id is null and to_number = any(${phones}))
    order by id for update`.execute(tx.db)
  const ids = rows.map(({ id }) => id)
  const recordings = await tx.db
    .deleteFrom('callRecordings')
    .where('callId', '=', anyOf(ids))
    .returning('fileId')
    .execute()
  await releaseFiles(
    tx,
    recordings.map(({ fileId }) => fileId),
  )
  await tx.db.deleteFrom('liveScripts').where('callId', '=', anyOf(ids)).execute()
  await tx.db.deleteFrom('simulatorCalls').where('callId', '=', anyOf(ids)).execute()
  await sql`select erase_call_events(${ids})`.execute(tx.db)
  await sql`update inbound_calls set from_number = null
    where broker_id = any(${brokerIds}) or from_number = any(${phones})`.execute(tx.db)
  await sql`
    update calls set broker_id = null, enrolment_id = null, transcript = '[]', summary = null, failure = null, recording_ref = null,
      recording_status = 'missing', updated_at = ${tx.now()},
      number_erasable_at = greatest(created_at + ${DAYS_KEPT} * interval '1 day', ${tx.now()})
    where id = any(${ids})`.execute(tx.db)
  await eraseNumbers(tx)
  note({
    what: 'Calls',
    rows: ids.length,
    outcome: 'anonymised',
    reason: `That and how they ended is left. A number that was dialled in the last ${DAYS_KEPT} days is erased when they are over, so that nobody is dialled more often than is allowed.`,
  })
}

/** Erases the numbers of calls whose time has passed. */
export async function eraseNumbers(ctx: Ctx): Promise<void> {
  await sql`
    with due as (
      update calls set to_number = '', cap_date = null, number_erasable_at = null
      where number_erasable_at <= ${ctx.now()}
      returning id)
    update simulator_dials set to_number = '' where call_id in (select id from due)`.execute(ctx.db)
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
