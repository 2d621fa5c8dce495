import { sql } from 'kysely'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import { isScope } from '#contract/accounts/scopes.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'

interface StoredSecret {
  start: string
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
}

/** Revoked keys remain listed, so that entries of the audit log can be explained; as many as these. */
const MAX_LISTED = 200

/** @param id only this one */
async function readKeys(ctx: Ctx, id?: number): Promise<ApiKey[]> {
  const { rows } = await sql<{
    id: number
    name: string
    scopes: string[]
    createdBy: string | null
    createdAt: Date
    expiresAt: Date | null
    revokedAt: Date | null
    lastUsedAt: Date | null
    secrets: StoredSecret[]
  }>`
    select k.id, k.name, k.scopes, u.name as created_by, k.created_at, k.expires_at, k.revoked_at,
      (select max(s.last_used_at) from api_key_secrets s where s.key_id = k.id) as last_used_at,
      coalesce((select jsonb_agg(jsonb_build_object('start', s.start, 'createdAt', s.created_at,
          'lastUsedAt', s.last_used_at, 'expiresAt', s.expires_at) order by s.id desc)
        from api_key_secrets s
        where s.key_id = k.id and k.revoked_at is null and coalesce(s.expires_at > ${ctx.now()}, true)), '[]') as secrets
    from api_keys k left join users u on u.id = k.created_by
    where ${id === undefined ? sql`true` : sql`k.id = ${id}`}
    order by k.revoked_at desc nulls first, k.id desc limit ${MAX_LISTED}`.execute(ctx.db)
  const instant = (text: string) => new Date(text).toISOString()
  const instantOrNull = (text: string | null) => (text === null ? null : instant(text))
  return rows.map((row) => ({
    ...row,
    scopes: row.scopes.filter(isScope),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    secrets: row.secrets.map(({ start, createdAt, lastUsedAt, expiresAt }) => ({
      start,
      createdAt: instant(createdAt),
      lastUsedAt: instantOrNull(lastUsedAt),
      expiresAt: instantOrNull(expiresAt),
    })),
  }))
}

export const viewApiKeys = (ctx: Ctx): Promise<ApiKey[]> => readKeys(ctx)

/** @throws AppError not_found */
export async function viewApiKey(ctx: Ctx, id: number): Promise<ApiKey> {
  const [key] = await readKeys(ctx, id)
  if (!key) throw notFound('API key')
  return key
}
