import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/** Why nothing is dialled after a restore, for a person. */
export const HELD_AFTER_RESTORE =
  'Calls are paused because a backup was restored. An admin can resume them under Settings → System → Backups.'

/** A condition of SQL: a backup was restored, and no person has resumed the calls. */
export const heldAfterRestore = sql<boolean>`exists (select from restores where resumed_at is null)`

export async function isDiallingHeld(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${heldAfterRestore} as held`.execute(ctx.db)
  return rows[0]?.held ?? true
}
