import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { CalendarService } from '#contract/bookings/calendar-services.ts'
import type { Ctx } from '#server/ctx.ts'
import type { CalendarDisconnections } from '#server/schema.gen.ts'

/** The entry of a meeting that is to be removed. */
const entryToRemove = z.object({
  uid: z.string(),
  /** null: the write that made it is not recorded. */
  id: z.string().nullable(),
  etag: z.string(),
  /** As it was read or written last; null: unknown. */
  start: z.coerce.date().nullable(),
})
export type EntryToRemove = z.infer<typeof entryToRemove>

export type DisconnectionRow = Omit<Selectable<CalendarDisconnections>, 'entries'> & {
  entries: EntryToRemove[]
}

export async function insertDisconnection(
  tx: Ctx,
  { entries, ...values }: Omit<Insertable<CalendarDisconnections>, 'entries'> & { entries: EntryToRemove[] },
): Promise<void> {
  await tx.db
    .insertInto('calendarDisconnections')
    .values({ ...values, entries: JSON.stringify(entries) })
    .execute()
}

/** Those of a BDM that may be tried now. */
export async function findDisconnections(ctx: Ctx, bdmId: number): Promise<DisconnectionRow[]> {
  const rows = await ctx.db
    .selectFrom('calendarDisconnections')
    .selectAll()
    .where('bdmId', '=', bdmId)
    .where(sql<SqlBool>`coalesce(retry_after <= ${ctx.now()}, true)`)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, entries: z.array(entryToRemove).parse(row.entries) }))
}

/** BDMs with a disconnection that may be tried now. */
export async function findDisconnecting(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('calendarDisconnections')
    .select('bdmId')
    .distinct()
    .where(sql<SqlBool>`coalesce(retry_after <= ${ctx.now()}, true)`)
    .execute()
  return rows.map(({ bdmId }) => bdmId)
}

export async function changeDisconnection(
  ctx: Ctx,
  id: number,
  changes: Updateable<CalendarDisconnections>,
): Promise<void> {
  await ctx.db.updateTable('calendarDisconnections').set(changes).where('id', '=', id).execute()
}

export async function deleteDisconnection(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('calendarDisconnections').where('id', '=', id).execute()
}

/**
 * The BDM connects a calendar of the service again, which may be the same account: what is left is tried once, before the
 * calendar is read, and the permission stays.
 */
export async function hurryDisconnections(tx: Ctx, bdmId: number, service: CalendarService): Promise<void> {
  await tx.db
    .updateTable('calendarDisconnections')
    .set({ withdraws: false, retryAfter: null, tryUntil: tx.now() })
    .where('bdmId', '=', bdmId)
    .where('service', '=', service)
    .execute()
}

/** Whether somebody has the same calendar connected. */
export async function isConnectedElsewhere(
  ctx: Ctx,
  { service, calendarId, label }: Pick<DisconnectionRow, 'service' | 'calendarId' | 'label'>,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bdmCalendars')
    .select('id')
    .where('service', '=', service)
    .where('calendarId', '=', calendarId)
    .where('label', '=', label)
    .executeTakeFirst()
  return row !== undefined
}
