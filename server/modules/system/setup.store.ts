import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/** Hides the first steps for this user. @returns false if they were hidden */
export async function hideSetup(tx: Ctx, userId: number): Promise<boolean> {
  const { rows } =
    await sql`insert into setup_put_away (user_id) values (${userId}) on conflict do nothing returning user_id`.execute(
      tx.db,
    )
  return rows.length > 0
}

/** Shows the first steps to this user. @returns false if they were shown */
export async function showSetup(tx: Ctx, userId: number): Promise<boolean> {
  const { rows } = await sql`delete from setup_put_away where user_id = ${userId} returning user_id`.execute(
    tx.db,
  )
  return rows.length > 0
}
