import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { BdmCalendars } from '#server/schema.gen.ts'

export type CalendarRow = Selectable<BdmCalendars>

export async function insertCalendar(tx: Ctx, values: Insertable<BdmCalendars>): Promise<number> {
  const { id } = await tx.db
    .insertInto('bdmCalendars')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findCalendar(
  ctx: Ctx,
  bdmId: number,
  { forUpdate = false } = {},
): Promise<CalendarRow | undefined> {
  const query = ctx.db.selectFrom('bdmCalendars').selectAll().where('bdmId', '=', bdmId)
  return (forUpdate ? query.forUpdate() : query).executeTakeFirst()
}

/** Locks a calendar, unless it was disconnected or replaced meanwhile. */
export async function lockCalendar(tx: Ctx, id: number): Promise<CalendarRow | undefined> {
  return tx.db.selectFrom('bdmCalendars').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function changeCalendar(ctx: Ctx, id: number, changes: Updateable<BdmCalendars>): Promise<void> {
  await ctx.db.updateTable('bdmCalendars').set(changes).where('id', '=', id).execute()
}

export async function deleteCalendar(tx: Ctx, id: number): Promise<void> {
  await tx.db.deleteFrom('bdmCalendars').where('id', '=', id).execute()
}

/** Requests another round of a reconciliation that runs. */
export async function requestRound(ctx: Ctx, bdmId: number): Promise<void> {
  await ctx.db.updateTable('bdmCalendars').set({ wanted: true }).where('bdmId', '=', bdmId).execute()
}

/** @returns whether another round was requested since the last call */
export async function takeRequest(ctx: Ctx, bdmId: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('bdmCalendars')
    .set({ wanted: false })
    .where('bdmId', '=', bdmId)
    .where('wanted', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a reconciliation has begun and not ended: it is begun again where its process died. */
export async function markUnfinished(ctx: Ctx, bdmId: number, unfinished: boolean): Promise<void> {
  await ctx.db.updateTable('bdmCalendars').set({ unfinished }).where('bdmId', '=', bdmId).execute()
}

/** The next read starts from nothing, e.g. because another reading of tentative entries was set. */
export async function forgetCursor(tx: Ctx, bdmId: number): Promise<void> {
  await tx.db.updateTable('bdmCalendars').set({ cursor: null }).where('bdmId', '=', bdmId).execute()
}

/** Announcements of these calendars have ended: the next reconciliation begins them again. */
export async function expireWatches(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('bdmCalendars')
    .set({ watchExpiresAt: ctx.now(), watchTriedAt: null })
    .where('id', 'in', ids)
    .where('watchId', 'is not', null)
    .execute()
}

/** A calendar of another installation, or of an earlier time, is not written into. */
export async function revokeAll(tx: Ctx, reason: string): Promise<void> {
  await sql`delete from bdm_calendar_entries`.execute(tx.db)
  await sql`delete from calendar_disconnections`.execute(tx.db)
  await sql`update bdm_calendars set state = 'revoked', disconnected_at = ${tx.now()}, last_error = ${reason}, reminders_sent = 0,
    cursor = null, read_to = null, whole_read_at = null, watch_id = null, watch_resource = null, watch_expires_at = null`.execute(
    tx.db,
  )
}
