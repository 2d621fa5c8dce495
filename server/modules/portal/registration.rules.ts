// Decides how long a registration waits for its mail, which link completes it, and how many mails an address gets.

import { readToken, signToken } from '#server/platform/crypto/token.ts'

const HOUR_MS = 3_600_000
const WAITING_MS = 24 * HOUR_MS
const PURPOSE = 'verify_email'
const MAILS_AN_HOUR = 3

export function waitsUntil(now: Date): Date {
  return new Date(now.getTime() + WAITING_MS)
}

/** What signs links and where they lead. */
export interface LinkMaker {
  secret: string
  publicUrl: string
}

/** Opens the page that completes a registration, as long as it waits. */
export function verifyUrl(maker: LinkMaker, registration: { id: number; expiresAt: Date }): string {
  const { id, expiresAt } = registration
  return `${maker.publicUrl}/broker-portal/verify?token=${signToken(maker.secret, { purpose: PURPOSE, id }, expiresAt)}`
}

/** @returns the registration's id; null for a link that was forged, garbled, has expired, or opens something else */
export function readVerifyToken(maker: LinkMaker, token: string, now: Date): number | null {
  return readToken(maker.secret, PURPOSE, token, now)
}

/**
 * The occasions that mails about registering may have in this hour of the clock. An occasion writes one message, so
 * that nobody's mailbox is flooded by strangers who type its address, however many ask at once.
 */
export function mailOccasions(email: string, now: Date): string[] {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  return Array.from({ length: MAILS_AN_HOUR }, (_, index) => `portal:${email}:${hour}:${index + 1}`)
}
