import type { Session } from '#contract/accounts/own-account.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestHeaders } from '#server/providers/ports/sign-in.ts'
import { audit } from './audit.ts'
import { deviceOf } from './device.rules.ts'
import { NEEDS_PERSON, requireSelf } from './policy.ts'
import { deleteSessions, openSessions } from './sessions.store.ts'
import { providerOf } from './sign-in.ts'
import { deleteUser, findPortalUsers } from './store.ts'

/** The open sessions in the current area, most recently used first. */
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

/** Ends one of one's own sessions. @throws AppError not_found, also for the sessions of others */
export async function endSession(ctx: Ctx, id: number): Promise<void> {
  const { userId, audience } = requireSelf(ctx)
  await ctx.tx(async (tx) => {
    const ended = await deleteSessions(tx, { userId, audience, id })
    if (ended === 0) throw notFound('Session')
    await audit(tx, { action: 'session.ended', subjectType: 'user', subjectId: userId, after: { ended } })
    tx.changed('sessions')
  })
}

/** Ends all sessions of the signed-in person in both areas. */
export async function endAllSessions(ctx: Ctx): Promise<void> {
  const { userId } = requireSelf(ctx)
  await ctx.tx(async (tx) => {
    const ended = await deleteSessions(tx, { userId })
    await audit(tx, { action: 'session.ended', subjectType: 'user', subjectId: userId, after: { ended } })
    tx.changed('sessions')
  })
}

/** Ends all other sessions of the signed-in person, e.g. after a password change. Runs in the caller's transaction. */
export async function endOtherSessions(tx: Ctx, headers: RequestHeaders): Promise<void> {
  const except = await currentSession(tx, headers)
  await deleteSessions(tx, { userId: requireSelf(tx).userId, except: except ?? undefined })
}

/** Closes the portal for deleted brokers; deletes each account unless it belongs to staff as well. */
export async function closePortal(tx: Ctx, { brokerIds }: AppEvents['broker.deleting']): Promise<void> {
  for (const { id, email, role, brokerId } of await findPortalUsers(tx, brokerIds)) {
    await audit(tx, {
      action: 'user.portal_ended',
      subjectType: 'user',
      subjectId: id,
      before: { email, brokerId },
    })
    if (role === null) await deleteUser(tx, id)
    else await deleteSessions(tx, { userId: id, audience: 'broker' })
  }
}

/** The session of a request with a streamed response; `isOpen` checks it again during the stream. */
export async function lastingSession(
  ctx: Ctx,
  headers: RequestHeaders,
): Promise<{ id: number; userId: number; isOpen(): Promise<boolean> }> {
  if (ctx.actor.kind === 'key') throw new AppError('forbidden', NEEDS_PERSON)
  const open = async () => {
    const session = await ctx.providers.signIn.session(headers)
    return session && !session.disabled && session.role !== null ? session : null
  }
  const session = await open()
  if (!session) throw new AppError('not_signed_in', 'You are not signed in.')
  const { sessionId: id, userId } = session
  return { id, userId, isOpen: async () => (await open())?.sessionId === id }
}

export async function currentSession(ctx: Ctx, headers: RequestHeaders): Promise<number | null> {
  const { actor } = ctx
  if (actor.kind === 'broker') return actor.sessionId
  return (await providerOf(ctx, 'staff').session(headers))?.sessionId ?? null
}
