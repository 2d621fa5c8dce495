import type { TwilioTopic } from '#contract/telephony.ts'

/** What is signed must fit the address to the letter, so it is built in one place. */
export interface CallAddress {
  callId: number
  /** What the conversation is at. */
  step?: string
  /** Counts the answers of one call, so that one that comes twice is known. */
  turn?: number
  /** How often nothing was understood at this step. */
  misses?: number
}

/**
 * How Twilio repeats a callback that met nobody or an error of ours. The part after # is read by Twilio alone: it is
 * neither sent nor signed. What we refuse (4xx) is not sent again.
 */
const REPORT = '#rc=5&rp=5xx,ct,rt'
/** The person on the line hears nothing meanwhile. */
const TALK = '#rc=2&rp=5xx,ct,rt&ct=2000&rt=6000'

const talk: ReadonlySet<TwilioTopic> = new Set(['answer', 'choice', 'operator'])

/** Where Twilio reaches us about one call. */
export function callAddress(publicUrl: string, topic: TwilioTopic, { callId, ...rest }: CallAddress): string {
  const query = new URLSearchParams({ call: String(callId) })
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value))
  return `${publicUrl}/api/webhooks/twilio/${topic}?${query}${talk.has(topic) ? TALK : REPORT}`
}

/** Our call's id in the query of a callback; null where there is none. */
export function callIdOf(query: URLSearchParams): number | null {
  const text = query.get('call') ?? ''
  // an integer of the database
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** A small count of the query; 0 where it is missing or nonsense. */
export function countOf(query: URLSearchParams, name: 'turn' | 'misses'): number {
  const text = query.get(name) ?? ''
  return /^\d{1,3}$/.test(text) ? Number(text) : 0
}
