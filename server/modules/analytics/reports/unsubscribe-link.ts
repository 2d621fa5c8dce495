import type { Ctx } from '#server/ctx.ts'
import { readToken, signToken } from '#server/platform/crypto/token.ts'

const PURPOSE = 'weekly-report'
/** A mail may stay unread for a while, and the law requires thirty days at least. */
const LIFETIME_MS = 90 * 86_400_000

/** Where the person stops the report without signing in. */
export function unsubscribeUrl({ providers, now }: Ctx, userId: number): string {
  const expiresAt = new Date(now().getTime() + LIFETIME_MS)
  const token = signToken(providers.secret, { purpose: PURPOSE, id: userId }, expiresAt)
  return `${providers.publicUrl}/reports/unsubscribe/${token}`
}

/** @returns the user's id; null for a token that was forged or has expired */
export function userOfToken({ providers, now }: Ctx, token: string): number | null {
  return readToken(providers.secret, PURPOSE, token, now())
}
