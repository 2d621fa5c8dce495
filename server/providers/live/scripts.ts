import type { Kysely } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import type { CallScript, DialRequest } from '../ports/voice.ts'

/** The stored script of a live call, for its callbacks. */
export interface LiveScript {
  script: CallScript
  calledName: string | null
}

/** Stores the script before dialling: callbacks may arrive before the provider's answer, at any process. */
export async function storeScript(
  db: Kysely<DB>,
  { callId, script, calledName }: DialRequest,
): Promise<void> {
  const values = { callId, script: JSON.stringify(script), calledName }
  await db
    .insertInto('liveScripts')
    .values(values)
    .onConflict((conflict) => conflict.column('callId').doUpdateSet(values))
    .execute()
}

export async function findScript(db: Kysely<DB>, callId: number): Promise<LiveScript | undefined> {
  const row = await db
    .selectFrom('liveScripts')
    .select(['script', 'calledName'])
    .where('callId', '=', callId)
    .executeTakeFirst()
  // storeScript wrote it
  return row && { script: row.script as unknown as CallScript, calledName: row.calledName }
}
