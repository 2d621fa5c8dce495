// The states of a hand-off, how long each phone rings, and its spoken introduction.

import { type HandOffState, handOffMoves, type RingEnd } from '#contract/calls/hand-offs.ts'
import { cutText, singleLine } from '#contract/plain-text.ts'

/** The broker waits this long for a person to pick up; afterwards a meeting or a callback is offered. */
export const WAIT_SECONDS = 25
/** A mobile needs this long before it rings at all. */
export const MIN_RING_SECONDS = 5
/** Most mobiles divert to voicemail later. */
const MAX_RING_SECONDS = 20

/**
 * How long the next phone rings: an equal share of the time left.
 * @param waitedMs since the request
 * @param waiting phones that have not been rung
 * @returns null where too little time is left
 */
export function ringSeconds(waitedMs: number, waiting: number): number | null {
  const left = WAIT_SECONDS - waitedMs / 1000
  if (waiting < 1 || left < MIN_RING_SECONDS) return null
  const share = Math.max(MIN_RING_SECONDS, Math.floor(left / waiting))
  return Math.min(MAX_RING_SECONDS, share, Math.floor(left))
}

/** The rest of a phone's share, where its step is repeated. @param rungAtMs since the request */
export function secondsLeft(rungAtMs: number, waitedMs: number, waiting: number): number {
  const share = ringSeconds(rungAtMs, waiting + 1) ?? MIN_RING_SECONDS
  return Math.max(1, Math.ceil(share - (waitedMs - rungAtMs) / 1000))
}

export const mayMove = (from: HandOffState, to: HandOffState): boolean => handOffMoves[from].includes(to)

/** The state of a hand-off whose phones have these states. */
export function handOffState(rings: readonly { state: HandOffState }[]): HandOffState {
  const order = ['accepted', 'ringing', 'requested', 'declined'] as const
  return order.find((state) => rings.some((ring) => ring.state === state)) ?? 'failed'
}

/** A vendor repeats a request within this time where our answer was lost. */
const REPEATED_WITHIN_MS = 3000

/** Whether a request that a vendor made at `requestedAt` is for the phone after the one that rings since `rungAt`. */
export const isRequestForNext = (rungAt: Date, requestedAt: Date): boolean =>
  requestedAt.getTime() - rungAt.getTime() > REPEATED_WITHIN_MS

/** A decline is an act of the person; everything else failed. */
export const stateOfEnd = (end: RingEnd): 'declined' | 'failed' =>
  end === 'declined' || end === 'hung_up' ? 'declined' : 'failed'

/** A person of the team answered: '1' accepts, any other key declines; a mailbox presses none. */
export function answerOf(key: string): 'accepted' | 'declined' | 'no_key' {
  if (key === '') return 'no_key'
  return key === '1' ? 'accepted' : 'declined'
}

export interface Caller {
  /** Null where the number belongs to no broker. */
  name: string | null
  company: string | null
  /** The subject of the call. */
  product: string | null
  /** The words with which a person was requested; empty after a key. */
  said: string
  /** They called one of our numbers. */
  isInbound?: boolean
}

const MAX_WORDS_LENGTH = 70

/** Name, company and request in one short sentence: the broker waits meanwhile. */
export function introduction({ name, company, product, said, isInbound = false }: Caller): string {
  const unnamed = isInbound ? 'A caller' : 'Somebody we called'
  const who = name === null ? unnamed : company ? `${name} of ${company}` : name
  const about = product ? ` about ${product}` : ''
  const words = cutText(singleLine(said), MAX_WORDS_LENGTH, '…')
  const sentence = words === '' ? `${who} asks for a person${about}` : `${who}${about}: ${words}`
  return sentence.replace(/[.!?…]*$/, '.')
}

/** An accepted call that ends earlier was no conversation: the broker had hung up. */
const MIN_TALK_MS = 3000

/**
 * Whether the two have talked.
 * @param acceptedAt null where the vendor has reported that the lines were connected
 * @param endedAt of the call; null where the vendor does not report it
 */
export const isTalk = (acceptedAt: Date | null, endedAt: Date | null): boolean =>
  acceptedAt === null || endedAt === null || endedAt.getTime() - acceptedAt.getTime() >= MIN_TALK_MS
