import { createHash, randomBytes } from 'node:crypto'
import { API_KEY_START } from '#contract/accounts/api-keys.ts'

const RANDOM_BYTES = 24
const SHOWN = API_KEY_START.length + 4

/** A new secret; only its hash is stored. With 192 random bits it needs no slow hash. */
export function makeKey(): { token: string; start: string; hash: Buffer } {
  const token = API_KEY_START + randomBytes(RANDOM_BYTES).toString('base64url')
  return { token, start: token.slice(0, SHOWN), hash: hashOfKey(token) }
}

export const hashOfKey = (token: string): Buffer => createHash('sha256').update(token).digest()
