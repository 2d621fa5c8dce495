import type { Ctx } from '#server/ctx.ts'
import { readToken, signToken } from '#server/platform/crypto/token.ts'

const PURPOSE = 'booking'
/**
 * The token outlives the meeting's current time, so that the link in the first email still opens a postponed meeting.
 * Whether the link has expired is decided by the meeting's own end.
 */
const GRACE_MS = 100 * 86_400_000

/** Path of the page on which a booking is changed or cancelled. */
export function managePath(ctx: Ctx, meeting: { id: number; end: Date }): string {
  const expiresAt = new Date(meeting.end.getTime() + GRACE_MS)
  return `/booking/manage/${signToken(ctx.providers.secret, { purpose: PURPOSE, id: meeting.id }, expiresAt)}`
}

export function manageUrl(ctx: Ctx, meeting: { id: number; end: Date }): string {
  return `${ctx.providers.publicUrl}${managePath(ctx, meeting)}`
}

/** @returns the booking's id; null for a token that was forged or has expired */
export function bookingOfToken(ctx: Ctx, token: string): number | null {
  return readToken(ctx.providers.secret, PURPOSE, token, ctx.now())
}
