import type { Ctx } from '#server/ctx.ts'

export async function findPasskeys(
  ctx: Ctx,
  userId: number,
): Promise<{ id: number; name: string | null; createdAt: Date }[]> {
  return ctx.db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** @returns false where this user has no such passkey */
export async function deletePasskey(
  tx: Ctx,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
