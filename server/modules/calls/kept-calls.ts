import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { DueRow, KeptKind } from '#server/kept.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'

type Ids = readonly DueRow['id'][]

/** The sound of calls: the recording in the vault, and the plan from which the simulator renders it. */
export const keptRecordings: KeptKind = [
  {
    table: 'calls',
    due: (before) => sql`
      select id, finished_at as at from calls
      where finished_at < ${before} and (recording_ref is not null
        or exists (select from call_recordings r where r.call_id = calls.id))`,
    remove: removeRecordings,
  },
]

/** Transcripts, summaries and scripts of calls. */
export const keptTranscripts: KeptKind = [
  {
    table: 'calls',
    due: (before) => sql`
      select id, finished_at as at from calls
      where finished_at < ${before} and (transcript <> '[]' or summary is not null
        or exists (select from live_scripts l where l.call_id = calls.id))`,
    remove: removeTranscripts,
  },
]

/** Numbers and brokers of calls, outbound ones and those of people who called back. */
export const keptCalls: KeptKind = [
  {
    table: 'calls',
    due: (before) => sql`
      select id, finished_at as at from calls
      where finished_at < ${before} and (to_number <> '' or broker_id is not null)`,
    async remove(tx, ids) {
      await removeRecordings(tx, ids)
      await removeTranscripts(tx, ids)
      await sql`delete from simulator_calls where call_id = any(${ids})`.execute(tx.db)
      await sql`update simulator_dials set to_number = '' where call_id = any(${ids})`.execute(tx.db)
      await sql`select remove_from_call_events(${ids}, ${['ended']})`.execute(tx.db)
      await sql`
        update calls set to_number = '', cap_date = null, number_erasable_at = null, broker_id = null,
          enrolment_id = null, failure = null, updated_at = ${tx.now()}
        where id = any(${ids})`.execute(tx.db)
    },
  },
  {
    table: 'inbound_calls',
    due: (before) => sql`
      select id, created_at as at from inbound_calls
      where created_at < ${before} and (from_number is not null or broker_id is not null)`,
    async remove(tx, ids) {
      await sql`update inbound_calls set from_number = null, broker_id = null
        where id = any(${ids})`.execute(tx.db)
    },
  },
]

async function removeRecordings(tx: Ctx, ids: Ids): Promise<void> {
  const { rows } = await sql<{ fileId: number }>`
    delete from call_recordings where call_id = any(${ids}) returning file_id`.execute(tx.db)
  await releaseFiles(
    tx,
    rows.map(({ fileId }) => fileId),
  )
  await sql`select remove_from_call_events(${ids}, ${['recording']})`.execute(tx.db)
  await sql`update simulator_calls set plan = plan || '{"score": null}' where call_id = any(${ids})`.execute(
    tx.db,
  )
  await sql`update calls set recording_ref = null, recording_status = 'missing', updated_at = ${tx.now()}
    where id = any(${ids})`.execute(tx.db)
}

async function removeTranscripts(tx: Ctx, ids: Ids): Promise<void> {
  await sql`select remove_from_call_events(${ids}, ${['transcript', 'opt_out_unclear', 'answered_by', 'callback_requested']})`.execute(
    tx.db,
  )
  await sql`delete from live_scripts where call_id = any(${ids})`.execute(tx.db)
  // a call that is over is played no more; its sound, which is another kind, needs the score alone
  await sql`update simulator_calls set plan = plan || '{"events": []}', step = 0, next_at = null
    where call_id = any(${ids})`.execute(tx.db)
  await sql`update calls set transcript = '[]', summary = null, updated_at = ${tx.now()}
    where id = any(${ids})`.execute(tx.db)
}
