import { createHmac, timingSafeEqual } from 'node:crypto'

/** Crockford's base32: digits and letters without I, L, O and U, which people confuse with others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 6
const FIVE_BITS = 31

/**
 * A code that is short enough to be said on the telephone, derived from its subject: nothing is stored. It has 30 bits,
 * so that attempts to guess it have to be limited.
 */
export function shortCode(secret: string, subject: string): string {
  const mac = createHmac('sha256', secret).update(`code:${subject}`).digest()
  return Array.from(mac.subarray(0, CHARACTERS), (byte) => ALPHABET.charAt(byte & FIVE_BITS)).join('')
}

/**
 * A code as a person typed it. Case, blanks and hyphens do not count; I, L and O are read as the digits that they look
 * like.
 * @returns null if it cannot be a code
 */
export function readShortCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replaceAll(/[\s.,-]/g, '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0')
  return /^[0-9A-HJKMNP-TV-Z]{6}$/.test(code) ? code : null
}

/** In constant time. */
export function isSameCode(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
