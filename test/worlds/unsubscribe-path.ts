import { signToken } from '#server/platform/crypto/token.ts'

/** Path of the page that stops the Monday mail, as the mail has it. */
export function unsubscribePath(secret: string, userId: number, lifetimeMs = 3_600_000): string {
  const expiresAt = new Date(Date.now() + lifetimeMs)
  return `/reports/unsubscribe/${signToken(secret, { purpose: 'weekly-report', id: userId }, expiresAt)}`
}
