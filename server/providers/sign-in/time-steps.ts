import { createHmac } from 'node:crypto'

/** Of an authenticator app (RFC 6238). */
const STEP_MS = 30_000

/**
 * The time step whose code was accepted: now's, or the one before or after it, as clocks differ.
 * @param secret as the library keeps it, not in base 32
 */
export function timeStepOf(secret: string, code: string, now: number): number {
  const given = code.replaceAll(/\s/g, '')
  const current = Math.floor(now / STEP_MS)
  const found = [current, current + 1, current - 1].find((step) => hotp(secret, step) === given)
  // the clock may have advanced a step between the library's check and this one
  return found ?? current - 2
}

/** Six digits (RFC 4226). */
function hotp(secret: string, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', secret).update(message).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
