import type { Personality } from '#contract/campaigns.ts'
import type { Recording } from './voice.ts'

/** What a call says, passage by passage, with a breath between them. */
export interface SpokenScript {
  passages: readonly string[]
  personality: Personality
}

/** Reads a script out as the simulator's agent does: nobody is called, and no vendor is asked. */
export interface ScriptReader {
  /** How long it takes, about. */
  seconds(passages: readonly string[]): number
  /** audio/mpeg, the first ten minutes at most; the same script gives the same bytes. */
  read(script: SpokenScript): Promise<Recording>
}
