import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/** BDMs with a calendar that is read and written. */
export async function findConnected(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('bdmCalendars')
    .select('bdmId')
    .where('state', '<>', 'revoked')
    .orderBy('bdmId')
    .execute()
  return rows.map(({ bdmId }) => bdmId)
}

/** BDMs with a connected calendar that has, or is to have, an entry of a meeting. */
export async function findConnectedOf(ctx: Ctx, bookingId: number): Promise<number[]> {
  const { rows } = await sql<{ bdmId: number }>`
    select c.bdm_id from bdm_calendars c where c.state <> 'revoked' and (
      c.bdm_id = (select b.bdm_id from bookings b where b.id = ${bookingId})
      or exists (select from bdm_calendar_entries e where e.calendar_id = c.id and e.booking_id = ${bookingId}))
    order by c.bdm_id`.execute(ctx.db)
  return rows.map(({ bdmId }) => bdmId)
}
