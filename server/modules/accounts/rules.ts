// Decides when an address is locked for a network after failed sign-ins, and what counts as one network.

import { isIPv6 } from 'node:net'

export const MAX_FAILURES = 10
export const LOCK_MS = 15 * 60_000

/** The /24 of IPv4 and the /64 of IPv6, because an attacker can change the rest at no cost. */
export function networkOf(ip: string | null): string {
  if (!ip) return 'unknown'
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain.split('.').slice(0, 3).join('.')
  const [head = '', tail = ''] = plain.split('::', 2)
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}

export interface Failures {
  failures: number
  firstFailedAt: Date
  lockedUntil: Date | null
}

/** Seconds until the next attempt is allowed; 0 when it is allowed now. */
export function lockedFor(failures: Failures | undefined, now: Date): number {
  const until = failures?.lockedUntil?.getTime() ?? 0
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

/** The state after one more failure; failures older than the lock period no longer count. */
export function afterFailure(before: Failures | undefined, now: Date): Failures {
  const fresh = before && now.getTime() - before.firstFailedAt.getTime() < LOCK_MS
  const failures = fresh ? before.failures + 1 : 1
  return {
    failures,
    firstFailedAt: fresh ? before.firstFailedAt : now,
    lockedUntil: failures >= MAX_FAILURES ? new Date(now.getTime() + LOCK_MS) : null,
  }
}

/** True when a request comes from a page of this installation, or not from a page at all. */
export function isOwnOrigin(request: {
  origin: string | undefined
  host: string | undefined
  publicUrl: string
}): boolean {
  if (!request.origin) return true
  const origin = URL.parse(request.origin)
  if (!origin) return false
  return origin.origin === new URL(request.publicUrl).origin || origin.host === request.host
}
