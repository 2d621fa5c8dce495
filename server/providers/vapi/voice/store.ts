import type { Kysely } from 'kysely'
import { anyOf } from '#server/platform/db/any-of.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import type { OfferedSlot } from '#server/providers/ports/voice.ts'
import type { DB } from '#server/schema.gen.ts'

interface LiveCall {
  provider: string
  providerCallId: string | null
  askedAt: Date
  declined: boolean
  /** The meeting times offered in the call. */
  offered: OfferedSlot[]
}

/** Calls whose script was stored for dialling, by our id. */
const loadLiveCall = inBatches(async (db: Kysely<DB>, callIds: readonly number[]) => {
  const rows = await db
    .selectFrom('calls')
    .innerJoin('liveScripts', 'liveScripts.callId', 'calls.id')
    .select([
      'calls.id',
      'provider',
      'providerCallId',
      'liveScripts.createdAt as askedAt',
      'recordingDeclined as declined',
      'liveScripts.offered',
    ])
    .where('calls.id', '=', anyOf(callIds))
    .execute()
  // storeOffered wrote them
  return new Map(
    rows.map(({ id, offered, ...known }): [number, LiveCall] => [
      id,
      { ...known, offered: offered as unknown as OfferedSlot[] },
    ]),
  )
})

/** When we requested the call, and the result of its conversation; undefined: never requested. */
export async function findLive(
  db: Kysely<DB>,
  callId: number,
): Promise<Pick<LiveCall, 'askedAt' | 'declined' | 'offered'> | undefined> {
  return loadLiveCall(db, callId)
}

/** Stored before the person is promised it: from then on the recording is never fetched. */
export async function storeDeclined(db: Kysely<DB>, callId: number): Promise<void> {
  await db.updateTable('liveScripts').set({ recordingDeclined: true }).where('callId', '=', callId).execute()
}

/**
 * Whether Vapi's call belongs to our call. True also after a fallback to another provider: whether its events are
 * recorded is decided elsewhere.
 */
export async function isOurs(db: Kysely<DB>, callId: number, vapiId: string): Promise<boolean> {
  const row = await loadLiveCall(db, callId)
  if (!row) return false
  return row.provider !== 'vapi' || (row.providerCallId ?? vapiId) === vapiId
}

/** Our call's id by Vapi's id. */
export async function findByVapiId(db: Kysely<DB>, vapiId: string): Promise<number | null> {
  const row = await db
    .selectFrom('calls')
    .select('id')
    .where('provider', '=', 'vapi')
    .where('providerCallId', '=', vapiId)
    .executeTakeFirst()
  return row?.id ?? null
}
