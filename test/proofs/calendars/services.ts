import { playedCaldav } from './caldav-service.ts'
import { playedService } from './consented-services.ts'
import type { ProofService } from './proof-calendar.ts'
import { startRadicale } from './radicale-service.ts'

/** The services that the proof plays, with the interleavings of a whole run. */
export const proofServices: Record<string, { interleavings: number; start(): Promise<ProofService> }> = {
  /** A double of this repository. */
  caldav: { interleavings: 1000, start: playedCaldav },
  /** Doubles of this repository. */
  microsoft: { interleavings: 1000, start: () => playedService('microsoft') },
  google: { interleavings: 1000, start: () => playedService('google') },
  /** Debian's Radicale (`apt-get install radicale`). */
  radicale: { interleavings: 200, start: startRadicale },
}
