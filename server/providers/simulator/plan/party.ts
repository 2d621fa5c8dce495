// The other end of a simulated line: what it does after the agent's texts.

import type { CallResponse } from '#contract/calls/calls.ts'
import type { At } from '#server/providers/agent/turn.ts'
import type { OfferedSlot } from '#server/providers/ports/voice.ts'
import type { DtmfKey } from '../recording/score.ts'
import type { Sentences } from './phrasings.ts'
import type { Random } from './random.ts'

export interface Party {
  /** The first words; null: waits for the agent's. */
  opens(): string | null
  acts(scene: Scene): Act
  /** A question about the offer, after the script, with the agent's answer to it; null: none now. */
  asks?(now: number): readonly [question: string, answer: string] | null
}

export interface Scene extends Pick<At, 'step' | 'about'> {
  /** Seconds from the answer: the start and the end of the agent's texts. */
  startedAt: number
  now: number
  /** The options of the menu that was played, each with the end of its text. */
  options: readonly { option: CallResponse; end: number }[]
  offered: readonly OfferedSlot[]
  /** Whether the agent has done this. */
  isDone(what: Goal): boolean
}

/** What a person wants from the call. */
export type Goal = CallResponse | 'person' | 'later' | 'nothing'

/** `at`: seconds from the answer, null for the end of the agent's texts. An earlier time interrupts the agent. */
export type Act =
  | { kind: 'silence' }
  | { kind: 'key'; key: DtmfKey; at: number | null }
  | { kind: 'says'; text: string; at: number | null }
  | { kind: 'hangs_up'; at: number | null }

export const says = (text: string, at: number | null = null): Act => ({ kind: 'says', text, at })
export const hangsUp = (at: number | null = null): Act => ({ kind: 'hangs_up', at })
export const SILENCE: Act = { kind: 'silence' }

/** One of the sentences with its names filled in; where there is no name, one without. */
export function phrase(random: Random, sentences: Sentences, names: { name?: string | null } = {}): string {
  const [first, ...others] = names.name ? sentences : sentences.filter((text) => !text.includes('{name}'))
  if (first === undefined) throw new Error('every sentence has a name')
  return random.pick([first, ...others]).replaceAll('{name}', names.name ?? '')
}
