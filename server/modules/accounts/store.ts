import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Users } from '#server/schema.gen.ts'

export type UserRow = Selectable<Users>

export async function findUser(ctx: Ctx, id: number): Promise<UserRow | undefined> {
  return ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The portal accounts of brokers. */
export async function findPortalUsers(ctx: Ctx, brokerIds: readonly number[]): Promise<UserRow[]> {
  return ctx.db.selectFrom('users').selectAll().where('brokerId', '=', anyOf(brokerIds)).execute()
}

export async function deleteUser(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('users').where('id', '=', id).execute()
}

/** How long an authenticator code may be valid, allowing for clock drift. */
const CODE_SECONDS = 120

/**
 * Claims a code for one session.
 * @param timeStep of a code of the app: neither it nor an earlier one opens another session
 * @returns false if it has been used
 */
export async function claimCode(
  ctx: Ctx,
  userId: number,
  { code, timeStep = null }: { code: string; timeStep?: number | null },
): Promise<boolean> {
  const hash = createHash('sha256')
    .update(`${userId}:${code.replaceAll(/\s/g, '')}`)
    .digest('base64url')
  const { rows } = await sql`
    update two_factors set last_code_hash = ${hash}, last_code_at = clock_timestamp(),
      last_time_step = coalesce(${timeStep}::bigint, last_time_step)
    where user_id = ${userId} and (last_code_hash is distinct from ${hash}
        or last_code_at < statement_timestamp() - make_interval(secs => ${CODE_SECONDS}))
      and (${timeStep}::bigint is null or last_time_step is null or last_time_step < ${timeStep}::bigint)
    returning id`.execute(ctx.db)
  return rows.length > 0
}

/** Deletes expired sessions and verifications, and the sessions of disabled users. */
export async function deleteExpiredRows(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  await ctx.db.deleteFrom('sessions').where('expiresAt', '<', now).execute()
  await ctx.db
    .deleteFrom('sessions')
    .where('userId', 'in', (eb) => eb.selectFrom('users').select('id').where('disabledAt', 'is not', null))
    .execute()
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

/** The portal account of a merged record becomes the other's. */
export async function moveUser(tx: Ctx, fromBroker: number, intoBroker: number): Promise<void> {
  await tx.db.updateTable('users').set({ brokerId: intoBroker }).where('brokerId', '=', fromBroker).execute()
}
