import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const MAC_BYTES = 16
const SECOND_MS = 1000
const payloadSchema = z.tuple([z.string(), z.number().int(), z.number().int()])

export interface TokenSubject {
  /** The purpose of the link, e.g. 'booking': a token of one purpose is invalid for another. */
  purpose: string
  id: number
}

function mac(secret: string, payload: string): Buffer {
  return createHmac('sha256', secret).update(`link:${payload}`).digest().subarray(0, MAC_BYTES)
}

/** A token for a link that opens somebody's data: signed, expiring, nothing to look up. URL-safe characters only. */
export function signToken(secret: string, subject: TokenSubject, expiresAt: Date): string {
  const fields = [subject.purpose, subject.id, Math.floor(expiresAt.getTime() / SECOND_MS)]
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${payload}.${mac(secret, payload).toString('base64url')}`
}

/** @returns the id; null when the token is forged, garbled, for another purpose, or has expired */
export function readToken(secret: string, purpose: string, token: string, now: Date): number | null {
  const subject = readSubject(secret, token, now)
  return subject?.purpose === purpose ? subject.id : null
}

/** The subject of a token with any purpose; null when it is forged, garbled, or has expired. */
export function readSubject(secret: string, token: string, now: Date): TokenSubject | null {
  const [payload = '', signature = '', ...rest] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = mac(secret, payload)
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  // base64url leaves spare bits in the last character: only the one spelling that we gave counts
  if (expected.toString('base64url') !== signature) return null
  const [purpose, id, expires] = payloadSchema.parse(
    JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')),
  )
  return expires * SECOND_MS > now.getTime() ? { purpose, id } : null
}
