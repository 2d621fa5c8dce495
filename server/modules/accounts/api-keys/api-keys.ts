import { type createApiKey as createEndpoint, MAX_KEYS } from '#contract/accounts/api-keys.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { refusalText, roleMay } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise, NEEDS_PERSON } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { endSecrets, insertApiKey, insertSecret, lockApiKey, markRevoked } from './api-keys.store.ts'
import { makeKey } from './secret.ts'

const NAME_TAKEN = 'There is a key of this name already'
const TOO_MANY = `At most ${MAX_KEYS} keys: revoke one that is not needed any more.`
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export interface MadeKey {
  id: number
  /** Returned once, never stored. */
  token: string
}

/** @throws AppError forbidden, also for a scope beyond the person's own role; invalid for a name that is taken; rule_forbids */
export async function makeApiKey(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<MadeKey> {
  authorise(ctx, 'api_keys.write')
  const { actor } = ctx
  if (actor.kind !== 'staff') throw new AppError('forbidden', NEEDS_PERSON)
  const scopes = [...new Set(body.scopes)]
  const beyond = scopes.find((scope) => !roleMay(actor.role, scope))
  if (beyond) throw new AppError('forbidden', refusalText(beyond))
  const { token, ...secret } = makeKey()
  return ctx.tx(async (tx) => {
    const { keys } = await tx.db
      .selectFrom('apiKeys')
      .select((eb) => eb.fn.countAll<string>().as('keys'))
      .where('revokedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(keys) >= MAX_KEYS) throw new AppError('rule_forbids', TOO_MANY)
    const { name, expiresInDays } = body
    const now = tx.now()
    const expiresAt = expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS)
    const id = await insertApiKey(tx, { name, scopes, expiresAt, createdAt: now, createdBy: actor.userId })
    if (id === null) throw invalid({ name: NAME_TAKEN })
    await insertSecret(tx, { keyId: id, ...secret, createdAt: now })
    await audit(tx, {
      action: 'api_key.created',
      subjectType: 'api_key',
      subjectId: id,
      after: { name, scopes, expiresAt, start: secret.start },
    })
    return { id, token }
  })
}

/** @throws AppError forbidden, not_found, rule_forbids for one that is not in use any more */
export async function rotateKey(ctx: Ctx, id: number, overlapHours: number): Promise<MadeKey> {
  authorise(ctx, 'api_keys.write')
  const { token, ...secret } = makeKey()
  return ctx.tx(async (tx) => {
    const now = tx.now()
    const key = await lockApiKey(tx, id)
    if (!key) throw notFound('API key')
    if (key.revokedAt || (key.expiresAt && key.expiresAt <= now))
      throw new AppError('rule_forbids', 'This key is not in use any more. Make a new one.')
    const until = new Date(now.getTime() + overlapHours * HOUR_MS)
    await endSecrets(tx, id, until)
    await insertSecret(tx, { keyId: id, ...secret, createdAt: now })
    await audit(tx, {
      action: 'api_key.rotated',
      subjectType: 'api_key',
      subjectId: id,
      after: { name: key.name, start: secret.start, formerUntil: until },
    })
    return { id, token }
  })
}

/** @throws AppError forbidden, not_found */
export async function revokeKey(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'api_keys.write')
  await ctx.tx(async (tx) => {
    const key = await lockApiKey(tx, id)
    if (!key) throw notFound('API key')
    if (key.revokedAt) return
    await markRevoked(tx, id)
    await audit(tx, {
      action: 'api_key.revoked',
      subjectType: 'api_key',
      subjectId: id,
      before: { name: key.name, scopes: key.scopes },
    })
  })
}
