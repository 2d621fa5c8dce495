import type { Kysely } from 'kysely'
import type { DB } from '#server/schema.gen.ts'

/** When we were about to ask for a call, and what its person said to its recording; undefined: we never asked. */
export async function findLive(
  db: Kysely<DB>,
  callId: number,
): Promise<{ askedAt: Date; declined: boolean } | undefined> {
  return db
    .selectFrom('liveScripts')
    .select(['createdAt as askedAt', 'recordingDeclined as declined'])
    .where('callId', '=', callId)
    .executeTakeFirst()
}

/** Before it is promised to the person: from then on the recording is never fetched. */
export async function noteDeclined(db: Kysely<DB>, callId: number): Promise<void> {
  await db.updateTable('liveScripts').set({ recordingDeclined: true }).where('callId', '=', callId).execute()
}

/** Whether this is the call that Vapi has for ours: not another one, nor one that went over to another provider. */
export async function isOurs(db: Kysely<DB>, callId: number, vapiId: string): Promise<boolean> {
  const row = await db
    .selectFrom('calls')
    .select(['provider', 'providerCallId'])
    .where('id', '=', callId)
    .executeTakeFirst()
  return row?.provider === 'vapi' && (row.providerCallId ?? vapiId) === vapiId
}
