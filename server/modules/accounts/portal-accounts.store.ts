import type { Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Users } from '#server/schema.gen.ts'
import type { UserRow } from './store.ts'

export async function findByEmail(ctx: Ctx, email: string): Promise<UserRow | undefined> {
  return ctx.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** One user, locked until the transaction ends. */
export async function lockUser(
  ctx: Ctx,
  by: { id: number } | { email: string },
): Promise<UserRow | undefined> {
  const query = ctx.db.selectFrom('users').selectAll().forUpdate()
  return ('id' in by ? query.where('id', '=', by.id) : query.where('email', '=', by.email)).executeTakeFirst()
}

/** Adds a user with a verified address; null when the address is taken. */
export async function insertPortalUser(
  ctx: Ctx,
  { email, name }: { email: string; name: string },
): Promise<number | null> {
  const now = ctx.now()
  const row = await ctx.db
    .insertInto('users')
    .values({ email, name, emailVerified: true, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function insertPassword(ctx: Ctx, userId: number, hash: string): Promise<void> {
  const values = { userId, accountId: String(userId), providerId: 'credential', password: hash }
  await ctx.db.insertInto('credentials').values(values).execute()
}

export async function findPassword(ctx: Ctx, userId: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('credentials')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

export async function changeUser(ctx: Ctx, id: number, values: Updateable<Users>): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ ...values, updatedAt: ctx.now() })
    .where('id', '=', id)
    .execute()
}
