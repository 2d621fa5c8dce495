import type { RingEnd } from '#contract/calls/hand-offs.ts'

/** A phone rung for a hand-off. */
export interface RingRef {
  handOffId: number
  position: number
}

export type HandOffStep =
  /** Ring this phone for so long. `to`: E.164. */
  | { kind: 'ring'; ref: RingRef; to: string; seconds: number }
  /** The conversation with a person of the team is over. */
  | { kind: 'connected' }
  /** No phone is left, or the broker has waited long enough. */
  | { kind: 'exhausted' }

export interface HandOffRequest {
  callId: number
  /** Names the moment of the call: a repeated request continues the same hand-off. */
  request: string
  /** The words; empty after a key. */
  said: string
  /** For a vendor that requests each phone under one name: the time of this request, and the end of the previous ring. */
  after?: { requestedAt: Date; end: RingEnd }
}

/**
 * Finds a person of the team for a call, phone by phone. Each step is stored and safe to repeat: any process continues a
 * hand-off, and a vendor's repeated callback gets the same step.
 */
export interface HandOffDesk {
  start(request: HandOffRequest): Promise<HandOffStep>
  /** The sentence for the person who answered; null where the call is no longer theirs to take. */
  introduce(ring: RingRef & { callId: number }): Promise<string | null>
  /** @param answer.key pressed; empty for none @returns whether that person takes the call over */
  answer(answer: RingRef & { callId: number; key: string }): Promise<boolean>
  /** `connected`: the two lines were, or the phone was answered. */
  end(end: RingRef & { callId: number; end: RingEnd | 'connected' }): Promise<HandOffStep>
  /** The vendor has connected the phone that rings, by its own rules. */
  connected(call: { callId: number }): Promise<void>
}
