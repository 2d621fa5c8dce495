// Decides whether a secret of an API key is accepted, and whether its use is worth recording.

export interface HeldSecret {
  expiresAt: Date | null
  keyExpiresAt: Date | null
  revokedAt: Date | null
}

const NEW_ONE = 'Make a new one in Settings, Services, API keys.'

/** Why a secret is refused, in a sentence; null: it is accepted. @param secret null: unknown */
export function keyRefusal(secret: HeldSecret | null, now: Date): string | null {
  if (!secret) return 'This API key is not valid. Check that all of it was copied.'
  if (secret.revokedAt) return `This API key was revoked. ${NEW_ONE}`
  if (secret.keyExpiresAt && secret.keyExpiresAt <= now) return `This API key has expired. ${NEW_ONE}`
  if (secret.expiresAt && secret.expiresAt <= now)
    return 'This API key was rotated, and the time of overlap is over. Use its new secret.'
  return null
}

const USE_RECORDED_MS = 60_000

/** The last use is stored to the minute, so that a busy key does not write with each request. */
export const isUseDue = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USE_RECORDED_MS
