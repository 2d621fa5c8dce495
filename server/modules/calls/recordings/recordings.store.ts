import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Waveform } from '#server/providers/ports/voice.ts'

export interface RecordingRow {
  provider: string
  recordingStatus: string
  recordingRef: string | null
  providerCallId: string | null
  /** The file in the vault; null when not fetched yet. */
  fileId: number | null
}

export async function findRecordingRow(ctx: Ctx, callId: number): Promise<RecordingRow | undefined> {
  return ctx.db
    .selectFrom('calls')
    .leftJoin('callRecordings', 'callRecordings.callId', 'calls.id')
    .select(['provider', 'recordingStatus', 'recordingRef', 'providerCallId', 'fileId'])
    .where('calls.id', '=', callId)
    .executeTakeFirst()
}

/** Stores a recording that is still complete and not stored yet. @returns whether it was stored */
export async function insertStored(
  tx: Ctx,
  callId: number,
  stored: { fileId: number; waveform: Waveform },
): Promise<boolean> {
  const call = await tx.db
    .selectFrom('calls')
    .select('recordingStatus')
    .where('id', '=', callId)
    .forUpdate()
    .executeTakeFirst()
  if (call?.recordingStatus !== 'completed') return false
  const added = await tx.db
    .insertInto('callRecordings')
    .values({ callId, fileId: stored.fileId, waveform: JSON.stringify(stored.waveform) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('callId')
    .execute()
  return added.length > 0
}

/** @returns the id of its vault file, if there was one */
export async function deleteStored(tx: Ctx, callId: number): Promise<number | undefined> {
  const dropped = await tx.db
    .deleteFrom('callRecordings')
    .where('callId', '=', callId)
    .returning('fileId')
    .executeTakeFirst()
  return dropped?.fileId
}

export async function findWaveform(ctx: Ctx, callId: number): Promise<Waveform | undefined> {
  const row = await ctx.db
    .selectFrom('callRecordings')
    .select('waveform')
    .where('callId', '=', callId)
    .executeTakeFirst()
  // insertStored wrote it
  return row && (row.waveform as unknown as Waveform)
}

/** Lists which of these calls have ended and await their recording: after each change of either. */
export async function storeAwaited(tx: Ctx, callIds: readonly number[]): Promise<void> {
  if (callIds.length === 0) return
  await sql`with awaiting as (select id from calls
        where id = ${anyOf(callIds)} and finished_at is not null and recording_status = 'recording'),
      others as (delete from awaited_recordings where call_id = ${anyOf(callIds)}
        and call_id not in (select id from awaiting))
    insert into awaited_recordings (call_id) select id from awaiting on conflict do nothing`.execute(tx.db)
}
