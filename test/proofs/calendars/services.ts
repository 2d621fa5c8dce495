import { playedCaldav } from './caldav-service.ts'
import type { ProofService } from './proof-calendar.ts'
import { startRadicale } from './radicale-service.ts'

/** The services that the proof plays, with the interleavings of a whole run. */
export const proofServices: Record<string, { interleavings: number; start(): Promise<ProofService> }> = {
  /** A double of this repository. */
  caldav: { interleavings: 1000, start: playedCaldav },
  /** Debian's Radicale (`apt-get install radicale`). */
  radicale: { interleavings: 200, start: startRadicale },
}
