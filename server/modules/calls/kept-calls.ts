import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { DueRow, KeptKind } from '#server/kept.ts'
import { forgetSpokenOptOuts } from '#server/modules/brokers/suppressions/suppressions.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { removeCallee, removeRecordings, removeTranscripts } from './removal.store.ts'

type Ids = readonly DueRow['id'][]

/** The sound of calls: the recording in the vault, and the plan from which the simulator renders it. */
export const keptRecordings: KeptKind = [
  {
    table: 'calls',
    due: (before) => sql`
      select id, finished_at as at from calls
      where finished_at < ${before} and (recording_ref is not null
        or exists (select from call_recordings r where r.call_id = calls.id))`,
    remove: removeAudio,
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
    remove: removeWords,
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
      await removeAudio(tx, ids)
      await removeWords(tx, ids)
      await removeCallee(tx, numbers(ids))
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

async function removeAudio(tx: Ctx, ids: Ids): Promise<void> {
  await releaseFiles(tx, await removeRecordings(tx, numbers(ids)))
}

async function removeWords(tx: Ctx, ids: Ids): Promise<void> {
  await removeTranscripts(tx, numbers(ids))
  await forgetSpokenOptOuts(tx, numbers(ids))
}

/** Calls have numbers for ids, unlike other tables with a period. */
const numbers = (ids: Ids): number[] => ids.map(Number)
