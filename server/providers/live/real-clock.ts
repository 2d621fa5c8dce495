import type { Kysely } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import type { VoiceProvider } from '../ports/voice.ts'

type ClockOf = Pick<VoiceProvider, 'ownClock' | 'now' | 'clock' | 'clockAtStart' | 'startClock'>

/** The real-time clock of a live provider. */
export function realClock(now: () => Date): ClockOf {
  return {
    ownClock: false,
    now: async () => now(),
    clock: async () => ({ now: now(), speed: 1 }),
    clockAtStart: async () => now(),
    startClock: async (_db: Kysely<DB>) => now(),
  }
}

/** The simulated clock, used with a test double on this machine where SIM_NOW is set. */
export function borrowedClock(owner: ClockOf): ClockOf {
  return {
    ownClock: true,
    now: (db) => owner.now(db),
    clock: () => owner.clock(),
    clockAtStart: () => owner.clockAtStart(),
    startClock: (db) => owner.startClock(db),
  }
}
