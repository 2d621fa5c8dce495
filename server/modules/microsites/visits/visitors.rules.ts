// Decides who is the same visitor: a hash that changes daily, and yesterday's for the hour after midnight.

import { createHash } from 'node:crypto'

export interface Seen {
  micrositeId: number
  ip: string
  agent: string
}

/** Nobody can be found again by it once the day's salt is thrown away. */
export function visitorHash(salt: Buffer, { micrositeId, ip, agent }: Seen): Buffer {
  return createHash('sha256').update(salt).update(`${micrositeId}\n${ip}\n${agent}`).digest()
}

export interface Identity {
  /** Stored with the visit. */
  visitor: Buffer
  /** By which the hour is kept: until one o'clock it is yesterday's, so that midnight makes nobody new. */
  key: Buffer
}

export function identify(seen: Seen, salts: { today: Buffer; yesterday: Buffer | null }): Identity {
  const visitor = visitorHash(salts.today, seen)
  return { visitor, key: salts.yesterday ? visitorHash(salts.yesterday, seen) : visitor }
}
