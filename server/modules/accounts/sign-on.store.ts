import type { Selectable, Updateable } from 'kysely'
import { type GroupRole, groupRole } from '#contract/accounts/sign-on.ts'
import type { Ctx } from '#server/ctx.ts'
import type { SignOn } from '#server/schema.gen.ts'
import type { UserRow } from './store.ts'

/** The accounts that are linked to an issuer. */
const PROVIDER = 'sso'

export type SignOnRow = Omit<Selectable<SignOn>, 'groups'> & { groups: GroupRole[] }

export async function findSignOn(ctx: Ctx, options: { forUpdate?: boolean } = {}): Promise<SignOnRow> {
  const query = ctx.db.selectFrom('signOn').selectAll()
  const row = await (options.forUpdate ? query.forUpdate() : query).executeTakeFirstOrThrow()
  return { ...row, groups: groupRole.array().parse(row.groups) }
}

export async function changeSignOn(
  tx: Ctx,
  { groups, ...values }: Omit<Updateable<SignOn>, 'groups'> & { groups?: readonly GroupRole[] },
): Promise<void> {
  await tx.db
    .updateTable('signOn')
    .set({ ...values, ...(groups && { groups: JSON.stringify(groups) }), updatedAt: tx.now() })
    .execute()
}

/** The user that is linked to a subject, locked until the transaction ends. */
export async function lockLinked(tx: Ctx, accountId: string): Promise<UserRow | undefined> {
  return tx.db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.userId', 'users.id')
    .selectAll('users')
    .where('providerId', '=', PROVIDER)
    .where('accountId', '=', accountId)
    .forUpdate('users')
    .executeTakeFirst()
}

export async function isLinked(ctx: Ctx, userId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('credentials')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '=', PROVIDER)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertLink(tx: Ctx, userId: number, accountId: string): Promise<void> {
  await tx.db.insertInto('credentials').values({ userId, accountId, providerId: PROVIDER }).execute()
}

/** Ends sessions of staff in the console by how they were opened. @returns how many */
export async function deleteStaffSessions(
  tx: Ctx,
  { method, not }: { method: 'sso' | 'others'; not: number | null },
): Promise<number> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('sessions')
    .where('audience', '=', 'staff')
    .where('method', method === 'sso' ? '=' : '!=', 'sso')
    .$if(not !== null, (query) => query.where('userId', '!=', not ?? 0))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Active admins with a password. */
export async function findPasswordAdmins(ctx: Ctx): Promise<Pick<UserRow, 'id' | 'name' | 'email'>[]> {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .where('invitedAt', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('credentials')
          .select('credentials.id')
          .whereRef('credentials.userId', '=', 'users.id')
          .where('providerId', '=', 'credential'),
      ),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
}
