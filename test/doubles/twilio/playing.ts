import type { PlayedCall } from './calls-resources.ts'
import type { Fields, TwilioState } from './state.ts'
import type { Element } from './twiml.ts'

/** A call that is being played. */
export interface Playing {
  call: PlayedCall
  state: TwilioState
  /** Waits until a test releases the line; returns immediately unless lines are held. */
  gate(until: 'answered' | 'over'): Promise<void>
  /** Aborted when the call ends. */
  over: AbortController
  /** The instructions that replace the current ones. */
  redirected: Element[] | null
  /** Aborted when the instructions are replaced. */
  interrupt: AbortController
}

/** The next callback with its fields; null: the call ends. */
export type NextCallback = { address: string; fields: Fields } | null
