import type { Kysely } from 'kysely'
import { gatherReads } from '#server/platform/db/gathered-reads.ts'
import type { DB } from '#server/schema.gen.ts'

interface Known {
  provider: string
  providerCallId: string | null
  askedAt: Date
  declined: boolean
}

/** Calls that a vendor was about to be asked for, by our id. */
const findKnown = gatherReads(async (db: Kysely<DB>, callIds: readonly number[]) => {
  const rows = await db
    .selectFrom('calls')
    .innerJoin('liveScripts', 'liveScripts.callId', 'calls.id')
    .select([
      'calls.id',
      'provider',
      'providerCallId',
      'liveScripts.createdAt as askedAt',
      'recordingDeclined as declined',
    ])
    .where('calls.id', 'in', [...callIds])
    .execute()
  return new Map(rows.map(({ id, ...known }): [number, Known] => [id, known]))
})

/** When we were about to ask for a call, and what its person said to its recording; undefined: we never asked. */
export async function findLive(
  db: Kysely<DB>,
  callId: number,
): Promise<{ askedAt: Date; declined: boolean } | undefined> {
  return findKnown(db, callId)
}

/** Before it is promised to the person: from then on the recording is never fetched. */
export async function noteDeclined(db: Kysely<DB>, callId: number): Promise<void> {
  await db.updateTable('liveScripts').set({ recordingDeclined: true }).where('callId', '=', callId).execute()
}

/**
 * Whether this is the call that Vapi has for ours. One that went over to another provider counts as well: what is to be
 * heard of it is for others to decide.
 */
export async function isOurs(db: Kysely<DB>, callId: number, vapiId: string): Promise<boolean> {
  const row = await findKnown(db, callId)
  if (!row) return false
  return row.provider !== 'vapi' || (row.providerCallId ?? vapiId) === vapiId
}

/** Our call by Vapi's name of it. */
export async function findByVapiId(db: Kysely<DB>, vapiId: string): Promise<number | null> {
  const row = await db
    .selectFrom('calls')
    .select('id')
    .where('provider', '=', 'vapi')
    .where('providerCallId', '=', vapiId)
    .executeTakeFirst()
  return row?.id ?? null
}
