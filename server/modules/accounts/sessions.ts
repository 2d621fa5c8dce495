import type { Session } from '#contract/own-account.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestHeaders } from '#server/providers/ports/sign-in.ts'
import { audit } from './audit.ts'
import { deviceOf } from './device.rules.ts'
import { requireSelf } from './policy.ts'
import { deleteSessions, openSessions } from './sessions.store.ts'
import { providerOf } from './sign-in.ts'
import { deleteUser, findPortalUser } from './store.ts'

/** Where somebody is signed in to the area that they ask from, the latest used first. */
export async function listSessions(ctx: Ctx, headers: RequestHeaders): Promise<Session[]> {
  const { userId, audience } = requireSelf(ctx)
  const current = await currentSession(ctx, headers)
  const rows = await openSessions(ctx, userId, audience)
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.userAgent),
    ip: row.ipAddress || null,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    current: row.id === current,
  }))
}

/** Ends one of the own sessions. @throws AppError not_found for another's too */
export async function endSession(ctx: Ctx, id: number): Promise<void> {
  const { userId, audience } = requireSelf(ctx)
  await ctx.tx(async (tx) => {
    const ended = await deleteSessions(tx, { userId, audience, id })
    if (ended === 0) throw notFound('Session')
    await audit(tx, { action: 'session.ended', subjectType: 'user', subjectId: userId, after: { ended } })
    tx.changed('sessions')
  })
}

/** Signs somebody out everywhere, here and in the other area too. */
export async function endAllSessions(ctx: Ctx): Promise<void> {
  const { userId } = requireSelf(ctx)
  await ctx.tx(async (tx) => {
    const ended = await deleteSessions(tx, { userId })
    await audit(tx, { action: 'session.ended', subjectType: 'user', subjectId: userId, after: { ended } })
    tx.changed('sessions')
  })
}

/** Ends what else is open of whoever changes their password. Joins the caller's transaction. */
export async function endOtherSessions(tx: Ctx, headers: RequestHeaders): Promise<void> {
  const except = await currentSession(tx, headers)
  await deleteSessions(tx, { userId: requireSelf(tx).userId, except: except ?? 0 })
}

/** The portal closes for a broker who is deleted; an account that opened nothing else goes with the record. */
export async function closePortal(tx: Ctx, { brokerId }: AppEvents['broker.deleting']): Promise<void> {
  const user = await findPortalUser(tx, brokerId)
  if (!user) return
  await audit(tx, {
    action: 'user.portal_ended',
    subjectType: 'user',
    subjectId: user.id,
    before: { email: user.email, brokerId },
  })
  if (user.role === null) await deleteUser(tx, user.id)
  else await deleteSessions(tx, { userId: user.id, audience: 'broker' })
}

async function currentSession(ctx: Ctx, headers: RequestHeaders): Promise<number | null> {
  const { actor } = ctx
  if (actor.kind === 'broker') return actor.sessionId
  return (await providerOf(ctx, 'staff').session(headers))?.sessionId ?? null
}
