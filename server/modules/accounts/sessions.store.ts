import { type Selectable, sql } from 'kysely'
import type { SessionLimits } from '#contract/accounts/session-limits.ts'
import type { Ctx } from '#server/ctx.ts'
import { type Audience, BROKER_LONGEST_DAYS } from '#server/providers/ports/sign-in.ts'
import type { Sessions } from '#server/schema.gen.ts'

type SessionRow = Selectable<Sessions>

/** Open sessions, most recently used first. */
export async function openSessions(ctx: Ctx, userId: number, audience: Audience): Promise<SessionRow[]> {
  return ctx.db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('audience', '=', audience)
    .where('expiresAt', '>', new Date())
    .orderBy((eb) => eb.fn.coalesce('lastSeenAt', 'createdAt'), 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export interface SessionFilter {
  userId: number
  /** Only in this area. */
  audience?: Audience
  /** Only this session. */
  id?: number
  /** All but this session. */
  except?: number
}

/** @returns the number of sessions ended */
export async function deleteSessions(
  ctx: Ctx,
  { userId, audience, id, except }: SessionFilter,
): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where((eb) =>
      eb.and([
        ...(audience === undefined ? [] : [eb('audience', '=', audience)]),
        ...(id === undefined ? [] : [eb('id', '=', id)]),
        ...(except === undefined ? [] : [eb('id', '!=', except)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes sessions that have lasted longer than the limits allow. @returns how many */
export async function deleteSessionsOver(ctx: Ctx): Promise<number> {
  // the clock of the library, which writes these times
  const now = new Date()
  const { rows } = await sql`
    delete from sessions s using session_limits l
    where coalesce(s.last_seen_at, s.created_at) < ${now}::timestamptz - case s.audience
        when 'broker' then make_interval(days => l.broker_days) else make_interval(hours => l.staff_idle_hours) end
      or s.created_at < ${now}::timestamptz - make_interval(days => case s.audience
        when 'broker' then ${BROKER_LONGEST_DAYS}::int else l.staff_days end)
    returning s.id`.execute(ctx.db)
  return rows.length
}

/** The person of this session has just proved who they are. */
export async function markAuthenticated(tx: Ctx, id: number): Promise<void> {
  // the clock of the library, which writes the times of sessions
  await tx.db.updateTable('sessions').set({ authenticatedAt: new Date() }).where('id', '=', id).execute()
}

const limits = ['staffIdleHours', 'staffDays', 'brokerDays'] as const satisfies (keyof SessionLimits)[]

/** The limits of all sessions, locked until the transaction ends when `forUpdate`. */
export async function findSessionLimits(
  ctx: Ctx,
  options: { forUpdate?: boolean } = {},
): Promise<SessionLimits> {
  const query = ctx.db.selectFrom('sessionLimits').select(limits)
  return (options.forUpdate ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

export async function changeSessionLimits(tx: Ctx, changes: Partial<SessionLimits>): Promise<void> {
  await tx.db
    .updateTable('sessionLimits')
    .set({ ...changes, updatedAt: tx.now() })
    .execute()
}
