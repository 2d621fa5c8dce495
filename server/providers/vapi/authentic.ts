import { createHmac, timingSafeEqual } from 'node:crypto'
import type { VendorRequest } from '../ports/vendors.ts'

/** A signature further from now than this is rejected as a replay. */
const OLDEST_MS = 5 * 60_000

/**
 * Whether a callback proves that its sender has our secret: in `X-Vapi-Secret` (set by our assistants), as a bearer
 * token, or as an HMAC of time and body (credentials made in Vapi's dashboard).
 */
export function isAuthentic({ headers, body }: VendorRequest, secret: string, now: Date): boolean {
  const one = (name: string): string => [headers[name]].flat()[0] ?? ''
  if (same(one('x-vapi-secret'), secret)) return true
  const bearer = /^bearer\s+(.+)$/i.exec(one('authorization'))?.[1]
  if (bearer && same(bearer, secret)) return true
  const signature = one('x-signature')
  const timestamp = one('x-timestamp')
  if (!signature || !isRecent(timestamp, now)) return false
  const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  const received = signature.replace(/^sha256=/i, '')
  return [digest.toString('hex'), digest.toString('base64')].some((expected) =>
    same(/^[0-9a-f]{64}$/i.test(received) ? received.toLowerCase() : received, expected),
  )
}

/** @param timestamp in seconds, milliseconds or as a date */
function isRecent(timestamp: string, now: Date): boolean {
  const number = /^\d{10,13}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const at = Number.isNaN(number) ? Date.parse(timestamp) : number < 1e11 ? number * 1000 : number
  return Math.abs(now.getTime() - at) <= OLDEST_MS
}

/** Compares in constant time. */
function same(received: string, expected: string): boolean {
  const [a, b] = [received, expected].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return a !== undefined && b !== undefined && received.length > 0 && timingSafeEqual(a, b)
}
