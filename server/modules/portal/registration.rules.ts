// Decides how long a registration is valid, which link completes it, and how many emails an address gets.

import { readToken, signToken } from '#server/platform/crypto/token.ts'

const HOUR_MS = 3_600_000
const VALID_MS = 24 * HOUR_MS
const PURPOSE = 'verify_email'
const MAILS_AN_HOUR = 3

export function registrationExpiry(now: Date): Date {
  return new Date(now.getTime() + VALID_MS)
}

/** The secret that signs links, and their base URL. */
export interface LinkConfig {
  secret: string
  publicUrl: string
}

/** The link to the page that completes a registration, valid until it expires. */
export function verifyUrl(config: LinkConfig, registration: { id: number; expiresAt: Date }): string {
  const { id, expiresAt } = registration
  return `${config.publicUrl}/broker-portal/verify?token=${signToken(config.secret, { purpose: PURPOSE, id }, expiresAt)}`
}

/** @returns the registration's id; null for a forged, damaged or expired token, or one for another purpose */
export function readVerifyToken(config: LinkConfig, token: string, now: Date): number | null {
  return readToken(config.secret, PURPOSE, token, now)
}

/**
 * The occasions for registration emails to an address in this clock hour. Each occasion sends one message, so that
 * strangers cannot flood a mailbox with concurrent registrations.
 */
export function mailOccasions(email: string, now: Date): string[] {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  return Array.from({ length: MAILS_AN_HOUR }, (_, index) => `portal:${email}:${hour}:${index + 1}`)
}
