import type { Ctx } from '#server/ctx.ts'
import type { UserRow } from './store.ts'

/** All members of staff, locked until the transaction ends. */
export async function lockTeam(ctx: Ctx): Promise<UserRow[]> {
  return ctx.db
    .selectFrom('users')
    .selectAll()
    .where('role', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export interface NewInvitation {
  hash: string
  expiresAt: Date
}

/** Adds somebody without a password; null when the address is taken. */
export async function insertInvited(
  ctx: Ctx,
  person: { email: string; firstName: string; lastName: string; role: string },
  { hash, expiresAt }: NewInvitation,
): Promise<number | null> {
  const now = ctx.now()
  const row = await ctx.db
    .insertInto('users')
    .values({
      ...person,
      name: `${person.firstName} ${person.lastName}`,
      ...{ createdAt: now, updatedAt: now },
      ...{ invitedAt: now, invitationHash: hash, invitationExpiresAt: expiresAt },
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The user invited with a token, unless the link has expired. @param lock until the transaction ends */
export async function findInvited(
  ctx: Ctx,
  hash: string,
  { lock = false } = {},
): Promise<UserRow | undefined> {
  return ctx.db
    .selectFrom('users')
    .selectAll()
    .where('invitationHash', '=', hash)
    .where('invitationExpiresAt', '>', ctx.now())
    .where('disabledAt', 'is', null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function deleteTwoFactor(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('twoFactors').where('userId', '=', userId).execute()
}
