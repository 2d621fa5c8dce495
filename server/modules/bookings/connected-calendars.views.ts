import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/** A condition on `bdms`: there is no calendar from whose service busy times are read. */
export const withoutConnectedCalendar = sql<SqlBool>`not exists (
  select from bdm_calendars c where c.bdm_id = bdms.id)`

/** Whether a BDM has connected a calendar. @param which `working`: meetings are written into it at present */
export async function hasConnectedCalendar(
  ctx: Ctx,
  bdmId: number,
  which: 'working' | 'any' = 'working',
): Promise<boolean> {
  const query = ctx.db.selectFrom('bdmCalendars').select('id').where('bdmId', '=', bdmId)
  const row = await (which === 'any' ? query : query.where('state', '=', 'connected')).executeTakeFirst()
  return row !== undefined
}
