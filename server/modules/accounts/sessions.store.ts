import type { Selectable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Audience } from '#server/providers/ports/sign-in.ts'
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
    .$if(audience !== undefined, (query) => query.where('audience', '=', audience ?? ''))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? 0))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
