// Identifies visitors by a hash that changes daily; yesterday's is used for the hour after midnight.

import { createHash } from 'node:crypto'

export interface VisitorFacts {
  micrositeId: number
  ip: string
  agent: string
  /** Of a signed link: it distinguishes two brokers behind one address. */
  brokerId: number | null
}

/** Anonymous once the salt of the day is deleted. */
export function visitorHash(salt: Buffer, { micrositeId, ip, agent, brokerId }: VisitorFacts): Buffer {
  return createHash('sha256')
    .update(salt)
    .update(`${micrositeId}\n${ip}\n${agent}${brokerId === null ? '' : `\n${brokerId}`}`)
    .digest()
}

export interface Identity {
  /** Stored with the visit. */
  visitor: Buffer
  /**
   * Identifies the visitor within the hour: until 1 am yesterday's hash, so that no visitor becomes a new one at
   * midnight.
   */
  key: Buffer
}

export function identify(facts: VisitorFacts, salts: { today: Buffer; yesterday: Buffer | null }): Identity {
  const visitor = visitorHash(salts.today, facts)
  return { visitor, key: salts.yesterday ? visitorHash(salts.yesterday, facts) : visitor }
}
