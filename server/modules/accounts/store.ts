import type { Selectable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Users } from '#server/schema.gen.ts'
import type { Failures } from './rules.ts'

export type UserRow = Selectable<Users>

export async function findUser(ctx: Ctx, id: number): Promise<UserRow | undefined> {
  return ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What failures are counted by. */
export interface Pair {
  email: string
  network: string
}

export async function findFailures(ctx: Ctx, pair: Pair): Promise<Failures | undefined> {
  return failuresOf(ctx, pair).executeTakeFirst()
}

/** The failures of a pair, locked until the transaction ends, so that a flood is judged one after the other. */
export async function lockFailures(ctx: Ctx, pair: Pair): Promise<Failures | undefined> {
  return failuresOf(ctx, pair).forUpdate().executeTakeFirst()
}

function failuresOf(ctx: Ctx, { email, network }: Pair) {
  return ctx.db
    .selectFrom('signInFailures')
    .select(['failures', 'firstFailedAt', 'lockedUntil'])
    .where('email', '=', email)
    .where('network', '=', network)
}

/** Makes sure that there is a row to lock. */
export async function openFailures(ctx: Ctx, pair: Pair): Promise<void> {
  await ctx.db
    .insertInto('signInFailures')
    .values({ ...pair, failures: 0, firstFailedAt: ctx.now() })
    .onConflict((conflict) => conflict.columns(['email', 'network']).doNothing())
    .execute()
}

export async function saveFailures(ctx: Ctx, { email, network }: Pair, failures: Failures): Promise<void> {
  await ctx.db
    .updateTable('signInFailures')
    .set(failures)
    .where('email', '=', email)
    .where('network', '=', network)
    .execute()
}

export async function forgetFailures(ctx: Ctx, { email, network }: Pair): Promise<void> {
  await ctx.db
    .deleteFrom('signInFailures')
    .where('email', '=', email)
    .where('network', '=', network)
    .execute()
}

/** Removes what no longer counts: failures and sessions past their time, used-up verifications. */
export async function forgetExpired(ctx: Ctx, failedBefore: Date): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .deleteFrom('signInFailures')
    .where('firstFailedAt', '<', failedBefore)
    .where((eb) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<', now)]))
    .execute()
  await ctx.db.deleteFrom('sessions').where('expiresAt', '<', now).execute()
  await ctx.db.deleteFrom('verifications').where('expiresAt', '<', now).execute()
}

export interface NewUser {
  email: string
  firstName: string
  lastName: string
  role: string | null
  passwordHash: string
}

/** Adds a user with a password; null when the address is taken. */
export async function insertUser(ctx: Ctx, user: NewUser): Promise<number | null> {
  const row = await ctx.db
    .insertInto('users')
    .values({
      email: user.email,
      emailVerified: true,
      name: `${user.firstName} ${user.lastName}`.trim() || user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      role: user.role,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await ctx.db
    .insertInto('credentials')
    .values({
      userId: row.id,
      accountId: String(row.id),
      providerId: 'credential',
      password: user.passwordHash,
    })
    .execute()
  return row.id
}
