import type { Kysely } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import type { CallScript, DialRequest } from '../ports/voice.ts'

/** What a live call says, as its callbacks find it. */
export interface LiveScript {
  script: CallScript
  calledName: string | null
}

/** Keeps the words before the provider is asked: its callbacks may come before its answer, to any process. */
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
