import type { TwilioTopic } from '#contract/calls/vendors.ts'
import type { RingRef } from '#server/providers/ports/hand-off.ts'

/** Built in one place, because Twilio's signature covers the exact address. */
export interface CallAddress {
  callId: number
  /** The conversation's current step. */
  step?: string
  /** Number of the turn within the call; it distinguishes a repeated callback from a new one. */
  turn?: number
  /** How often nothing was understood at this step. */
  misses?: number
  /** The phone of a hand-off. */
  ring?: string
  /** Subject of the read-back at the step `confirm`. */
  about?: string | undefined
}

/**
 * How Twilio retries a callback that failed to connect or got a 5xx. The part after # is read by Twilio only: it is
 * neither sent nor signed. A 4xx is not retried.
 */
const REPORT_RETRIES = '#rc=5&rp=5xx,ct,rt'
/** Quick retries, after any failure: the line is silent meanwhile, for at most four seconds where one process dies. */
const TALK_RETRIES = '#rc=3&rp=all&ct=1000&rt=3000'

const talk: ReadonlySet<TwilioTopic> = new Set(['answer', 'choice', 'operator', 'whisper', 'whisper-key'])

/** The callback address for one call. */
export function callAddress(publicUrl: string, topic: TwilioTopic, { callId, ...rest }: CallAddress): string {
  const query = new URLSearchParams({ call: String(callId) })
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value))
  return `${publicUrl}/api/webhooks/twilio/${topic}?${query}${talk.has(topic) ? TALK_RETRIES : REPORT_RETRIES}`
}

/** Our call's id in the query of a callback; null where there is none. */
export function callIdOf(query: URLSearchParams): number | null {
  const text = query.get('call') ?? ''
  // fits the database's integer
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** A small count of the query; 0 where it is missing or nonsense. */
export function countOf(query: URLSearchParams, name: 'turn' | 'misses'): number {
  const text = query.get(name) ?? ''
  return /^\d{1,3}$/.test(text) ? Number(text) : 0
}

export const ringName = ({ handOffId, position }: RingRef): string => `${handOffId}-${position}`

/** The phone of a hand-off in the query of a callback; null where there is none. */
export function ringOf(query: URLSearchParams): RingRef | null {
  const [, handOffId, position] = /^([1-9]\d{0,8})-([1-9]\d?)$/.exec(query.get('ring') ?? '') ?? []
  return handOffId && position ? { handOffId: Number(handOffId), position: Number(position) } : null
}
