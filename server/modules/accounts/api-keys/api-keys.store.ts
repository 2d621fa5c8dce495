import { type Insertable, type Selectable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { ApiKeySecrets, ApiKeys } from '#server/schema.gen.ts'

/** The unique index decides who has a name. @returns null where it is taken */
export async function insertApiKey(ctx: Ctx, values: Insertable<ApiKeys>): Promise<number | null> {
  const row = await ctx.db
    .insertInto('apiKeys')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function insertSecret(ctx: Ctx, values: Insertable<ApiKeySecrets>): Promise<void> {
  await ctx.db.insertInto('apiKeySecrets').values(values).execute()
}

export async function lockApiKey(ctx: Ctx, id: number): Promise<Selectable<ApiKeys> | undefined> {
  return ctx.db.selectFrom('apiKeys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Those that end earlier keep their end. */
export async function endSecrets(ctx: Ctx, keyId: number, at: Date): Promise<void> {
  await ctx.db
    .updateTable('apiKeySecrets')
    .set({ expiresAt: sql<Date>`least(expires_at, ${at})` })
    .where('keyId', '=', keyId)
    .execute()
}

export async function markRevoked(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.updateTable('apiKeys').set({ revokedAt: ctx.now() }).where('id', '=', id).execute()
}

export async function noteUse(ctx: Ctx, secretId: number): Promise<void> {
  await ctx.db
    .updateTable('apiKeySecrets')
    .set({ lastUsedAt: ctx.now() })
    .where('id', '=', secretId)
    .execute()
}
