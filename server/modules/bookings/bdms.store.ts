import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Bdms } from '#server/schema.gen.ts'

export type BdmRow = Selectable<Bdms>

export async function insertBdm(ctx: Ctx, values: Insertable<Bdms>): Promise<BdmRow> {
  return ctx.db.insertInto('bdms').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function lockBdm(ctx: Ctx, id: number): Promise<BdmRow | undefined> {
  return ctx.db.selectFrom('bdms').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function changeBdm(ctx: Ctx, id: number, changes: Updateable<Bdms>): Promise<BdmRow> {
  return ctx.db
    .updateTable('bdms')
    .set({ ...changes, updatedAt: ctx.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores the result of reading a BDM's own calendar. It is no edit of the record, whose version stays. */
export async function noteBusyFeed(
  ctx: Ctx,
  id: number,
  result: Pick<
    Updateable<Bdms>,
    'busyFeedError' | 'busyFeedFailingSince' | 'busyFeedReadAt' | 'busyFeedSkipped'
  >,
): Promise<void> {
  await ctx.db.updateTable('bdms').set(result).where('id', '=', id).execute()
}

export interface Span {
  from: Date
  to: Date
}

const during = ({ from, to }: Span) => sql<string>`tstzrange(${from}, ${to})`

export async function insertLeave(
  ctx: Ctx,
  leave: Span & { bdmId: number; reason: string; createdBy: number | null },
): Promise<number> {
  const { bdmId, reason, createdBy } = leave
  const row = await ctx.db
    .insertInto('bdmAbsences')
    .values({ bdmId, kind: 'leave', during: during(leave), reason, createdBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** @returns the removed leave; undefined if this BDM has no such leave */
export async function deleteLeave(
  ctx: Ctx,
  { bdmId, leaveId }: { bdmId: number; leaveId: number },
): Promise<(Span & { reason: string }) | undefined> {
  return ctx.db
    .deleteFrom('bdmAbsences')
    .where('id', '=', leaveId)
    .where('bdmId', '=', bdmId)
    .where('kind', '=', 'leave')
    .returning(['reason', sql<Date>`lower(during)`.as('from'), sql<Date>`upper(during)`.as('to')])
    .executeTakeFirst()
}

/** Deletes the busy times read from the BDM's own calendar. */
export async function deleteBusyTimes(ctx: Ctx, bdmId: number): Promise<void> {
  await ctx.db.deleteFrom('bdmAbsences').where('bdmId', '=', bdmId).where('kind', '=', 'feed').execute()
}

/** Replaces the busy times read earlier from the BDM's own calendar. */
export async function replaceBusyTimes(ctx: Ctx, bdmId: number, spans: readonly Span[]): Promise<void> {
  await deleteBusyTimes(ctx, bdmId)
  await sql`insert into bdm_absences (bdm_id, kind, during)
    select ${bdmId}, 'feed', tstzrange(span.from, span.to)
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as span("from" timestamptz, "to" timestamptz)`.execute(
    ctx.db,
  )
}
