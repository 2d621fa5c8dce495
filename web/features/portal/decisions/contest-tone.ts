import type { ContestStatus } from '#contract/contests/contests.ts'
import type { Tone } from '#web/ui/tone.ts'

export const contestTone = (status: ContestStatus): Tone =>
  status === 'open' ? 'amber' : status === 'changed' ? 'green' : 'grey'
