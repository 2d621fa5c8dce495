import type { Selectable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Audience } from '#server/providers/ports/sign-in.ts'
import type { Sessions } from '#server/schema.gen.ts'

type SessionRow = Selectable<Sessions>

/** The sessions that are open, the latest used first. */
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

export interface Sign {
  userId: number
  /** Of this area only. */
  audience?: Audience
  /** This one only. */
  id?: number
  /** All but this one. */
  except?: number
}

/** @returns how many ended */
export async function deleteSessions(ctx: Ctx, { userId, audience, id, except }: Sign): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(audience !== undefined, (query) => query.where('audience', '=', audience ?? ''))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? 0))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
