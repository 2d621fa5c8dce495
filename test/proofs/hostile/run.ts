// A run of the proof: its world, its random decisions and its figures.

import type { Random } from '#server/platform/random.ts'
import type { HostileWorld, Played } from './hostile-world.ts'
import type { Time } from './talk.ts'

export interface HostileFigures {
  messages: number
  toolCalls: number
  calls: number
  booked: number
  planned: number
  optedOut: number
  transferred: number
  /** Calls that the platform ended. */
  endedByUs: number
  rateFindings: number
  faults: string[]
}

export interface HostileRun {
  world: HostileWorld
  random: Random
  figures: HostileFigures
  /** Times that were offered in other calls. */
  elsewhere: Time[]
  serial: number
}

export const lineOf = ({ world }: HostileRun, call: Played, line: object) => ({
  ...line,
  time: world.clock.ms,
  secondsFromStart: (world.clock.ms - call.startedAt) / 1000,
})
