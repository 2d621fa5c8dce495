import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Person } from '#server/events.ts'
import { eraseHandOffs } from './hand-off/hand-off.store.ts'
import { storeAwaited } from './recordings/recordings.store.ts'
import { storeWords } from './transcripts/transcript-words.store.ts'

type Ids = readonly number[]

/** @returns the ids of the recordings' files in the vault */
export async function removeRecordings(tx: Ctx, ids: Ids): Promise<number[]> {
  const { rows } = await sql<{ fileId: number }>`
    delete from call_recordings where call_id = any(${ids}) returning file_id`.execute(tx.db)
  await sql`select remove_from_call_events(${ids}, ${['recording']})`.execute(tx.db)
  await sql`update simulator_calls set plan = plan || '{"score": null}' where call_id = any(${ids})`.execute(
    tx.db,
  )
  await sql`update calls set recording_ref = null, recording_status = 'missing', updated_at = ${tx.now()}
    where id = any(${ids})`.execute(tx.db)
  await storeAwaited(tx, ids)
  return rows.map(({ fileId }) => fileId)
}

/** Kinds of events that hold words of a call. */
const WITH_WORDS = [
  ...['transcript', 'understood', 'opt_out_unclear', 'answered_by', 'callback_requested', 'rate_stated'],
]

export async function removeTranscripts(tx: Ctx, ids: Ids): Promise<void> {
  await eraseHandOffs(tx, ids)
  await sql`select remove_from_call_events(${ids}, ${WITH_WORDS})`.execute(tx.db)
  await sql`delete from live_scripts where call_id = any(${ids})`.execute(tx.db)
  // a finished call is not played again; its audio, which is another kind, needs only the score
  await sql`update simulator_calls set plan = plan || '{"events": []}', step = 0, next_at = null
    where call_id = any(${ids})`.execute(tx.db)
  await sql`update calls set transcript = '[]', summary = null, updated_at = ${tx.now()}
    where id = any(${ids})`.execute(tx.db)
  await storeWords(tx, ids)
}

/** Removes number and broker of calls. */
export async function removeCallee(tx: Ctx, ids: Ids): Promise<void> {
  await sql`delete from simulator_calls where call_id = any(${ids})`.execute(tx.db)
  await sql`update simulator_dials set to_number = '' where call_id = any(${ids})`.execute(tx.db)
  await sql`select remove_from_call_events(${ids}, ${['ended']})`.execute(tx.db)
  await sql`
    update calls set to_number = '', cap_date = null, number_erasable_at = null, broker_id = null,
      enrolment_id = null, failure = null, updated_at = ${tx.now()}
    where id = any(${ids})`.execute(tx.db)
}

export async function lockCallsOf(tx: Ctx, { brokerIds, phones }: Person): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from calls
    where broker_id = any(${brokerIds}) or (broker_id is null and to_number = any(${phones}))
    order by id for update`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/**
 * Removes a person from their calls, except the number, which stays for some days.
 * @returns the ids of the recordings' files in the vault
 */
export async function erasePerson(tx: Ctx, ids: Ids, daysKept: number): Promise<number[]> {
  const { rows } = await sql<{ fileId: number }>`
    delete from call_recordings where call_id = any(${ids}) returning file_id`.execute(tx.db)
  await sql`delete from live_scripts where call_id = any(${ids})`.execute(tx.db)
  await sql`delete from simulator_calls where call_id = any(${ids})`.execute(tx.db)
  await eraseHandOffs(tx, ids)
  await sql`select erase_call_events(${ids})`.execute(tx.db)
  await sql`
    update calls set broker_id = null, enrolment_id = null, transcript = '[]', summary = null, failure = null, recording_ref = null,
      recording_status = 'missing', updated_at = ${tx.now()},
      number_erasable_at = greatest(created_at + ${daysKept} * interval '1 day', ${tx.now()})
    where id = any(${ids})`.execute(tx.db)
  await storeWords(tx, ids)
  await storeAwaited(tx, ids)
  return rows.map(({ fileId }) => fileId)
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

export async function moveCalls(tx: Ctx, fromBroker: number, intoBroker: number): Promise<void> {
  await tx.db.updateTable('calls').set({ brokerId: intoBroker }).where('brokerId', '=', fromBroker).execute()
}
