import type { StaffRole } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import { isUseDue, keyRefusal } from './api-key.rules.ts'
import { noteUse } from './api-keys.store.ts'
import { hashOfKey } from './secret.ts'

/** The holder of an API key. @throws AppError not_signed_in, in a sentence that says why */
export async function actorOfKey(ctx: Ctx, token: string, ip: string): Promise<Actor<StaffRole>> {
  const found = await ctx.db
    .selectFrom('apiKeySecrets')
    .innerJoin('apiKeys', 'apiKeys.id', 'apiKeySecrets.keyId')
    .select(['apiKeySecrets.id as secretId', 'apiKeySecrets.expiresAt', 'apiKeySecrets.lastUsedAt'])
    .select(['apiKeys.id', 'name', 'scopes', 'revokedAt', 'apiKeys.expiresAt as keyExpiresAt'])
    .where('hash', '=', hashOfKey(token))
    .executeTakeFirst()
  const refusal = keyRefusal(found ?? null, ctx.now())
  if (!found || refusal) throw new AppError('not_signed_in', refusal ?? '')
  if (isUseDue(found.lastUsedAt, ctx.now())) await noteUse(ctx, found.secretId)
  return { kind: 'key', keyId: found.id, name: found.name, scopes: found.scopes, ip }
}
