import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { WebhookEndpoints, WebhookSecrets } from '#server/schema.gen.ts'

/** The unique index decides who has a name. @returns null where it is taken */
export async function insertEndpoint(ctx: Ctx, values: Insertable<WebhookEndpoints>): Promise<number | null> {
  const row = await ctx.db
    .insertInto('webhookEndpoints')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function lockEndpoint(ctx: Ctx, id: number): Promise<Selectable<WebhookEndpoints> | undefined> {
  return ctx.db.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function changeEndpoint(
  ctx: Ctx,
  id: number,
  values: Updateable<WebhookEndpoints>,
): Promise<void> {
  await ctx.db
    .updateTable('webhookEndpoints')
    .set({ ...values, updatedAt: ctx.now() })
    .where('id', '=', id)
    .execute()
}

export async function deleteEndpoint(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
}

export async function insertSigningSecret(ctx: Ctx, values: Insertable<WebhookSecrets>): Promise<void> {
  await ctx.db.insertInto('webhookSecrets').values(values).execute()
}

/** Those that end earlier keep their end. */
export async function endSigningSecrets(ctx: Ctx, endpointId: number, at: Date): Promise<void> {
  await ctx.db
    .updateTable('webhookSecrets')
    .set({ expiresAt: sql<Date>`least(expires_at, ${at})` })
    .where('endpointId', '=', endpointId)
    .execute()
}

/** Marks webhooks that have failed since before an instant as reported. @returns those not marked before */
export async function markReported(
  tx: Ctx,
  failingBefore: Date,
): Promise<Pick<Selectable<WebhookEndpoints>, 'id' | 'name' | 'url' | 'lastError'>[]> {
  return tx.db
    .updateTable('webhookEndpoints')
    .set({ reportedAt: tx.now() })
    .where('failingSince', '<=', failingBefore)
    .where('reportedAt', 'is', null)
    .returning(['id', 'name', 'url', 'lastError'])
    .execute()
}
