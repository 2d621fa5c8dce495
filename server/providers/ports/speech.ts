import type { Personality } from '#contract/campaigns/campaigns.ts'
import type { Recording } from './voice.ts'

/** The script of a call in passages, with a short pause between them. */
export interface SpokenScript {
  passages: readonly string[]
  personality: Personality
}

/** Reads a script aloud in the voice of the simulator's agent, without a call and without a vendor. */
export interface ScriptReader {
  /** How long it takes, about. */
  seconds(passages: readonly string[]): number
  /** audio/mpeg, the first ten minutes at most; the same script gives the same bytes. */
  read(script: SpokenScript): Promise<Recording>
}
