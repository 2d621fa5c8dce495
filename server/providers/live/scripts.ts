import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import type { CallScript, DialRequest, OfferedSlot } from '../ports/voice.ts'

/** The stored script of a live call, for its callbacks. */
export interface LiveScript {
  script: CallScript
  calledName: string | null
  /** The meeting times offered in the call. */
  offered: OfferedSlot[]
}

/** Stores the script before dialling: callbacks may arrive before the provider's answer, at any process. */
export async function storeScript(
  db: Kysely<DB>,
  { callId, script, calledName, maxDurationSeconds }: DialRequest,
): Promise<void> {
  const values = { callId, script: JSON.stringify(script), calledName, maxSeconds: maxDurationSeconds }
  await db
    .insertInto('liveScripts')
    .values(values)
    .onConflict((conflict) => conflict.column('callId').doUpdateSet(values))
    .execute()
}

export async function findScript(db: Kysely<DB>, callId: number): Promise<LiveScript | undefined> {
  const row = await db
    .selectFrom('liveScripts')
    .select(['script', 'calledName', 'offered'])
    .where('callId', '=', callId)
    .executeTakeFirst()
  if (!row) return undefined
  const { script, calledName, offered } = row
  // storeScript and storeOffered wrote them
  return { script: script as unknown as CallScript, calledName, offered: offered as unknown as OfferedSlot[] }
}

/** Stores the times before they are spoken: an answer names one of them. */
export async function storeOffered(
  db: Kysely<DB>,
  callId: number,
  offered: readonly OfferedSlot[],
): Promise<void> {
  await db
    .updateTable('liveScripts')
    .set({ offered: JSON.stringify(offered) })
    .where('callId', '=', callId)
    .execute()
}

/** Stores when the platform ends the call. */
export async function storeEnd(db: Kysely<DB>, callId: number, endAt: Date): Promise<void> {
  await db.updateTable('liveScripts').set({ endAt }).where('callId', '=', callId).execute()
}

/** The call goes on, unless the person has opted out. The lock waits for an opt-out that is being recorded meanwhile. */
export async function cancelEnd(db: Kysely<DB>, callId: number): Promise<void> {
  await sql`with going_on as materialized (
      select id from calls where id = ${callId} and response is distinct from 'option_4' for update)
    update live_scripts set end_at = null from going_on where call_id = going_on.id`.execute(db)
}

/** A window that was read back in a call, with the words of the request. */
export interface OfferedCallback {
  words: string
  from: string
  to: string
}

/** Stores the window before it is spoken: an answer confirms it. */
export async function storeCallback(db: Kysely<DB>, callId: number, offer: OfferedCallback): Promise<void> {
  await sql`update live_scripts set callbacks = callbacks || ${JSON.stringify([offer])}::jsonb
    where call_id = ${callId}`.execute(db)
}

export async function findCallbacks(db: Kysely<DB>, callId: number): Promise<OfferedCallback[]> {
  const row = await db
    .selectFrom('liveScripts')
    .select('callbacks')
    .where('callId', '=', callId)
    .executeTakeFirst()
  // storeCallback wrote them
  return (row?.callbacks ?? []) as unknown as OfferedCallback[]
}
