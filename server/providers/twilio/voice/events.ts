// Maps Twilio's call statuses to our events. Pure.

import type { CallOutcome } from '#contract/calls/calls.ts'
import { whoAnswered } from '#server/conversation/who-answered.ts'
import { outcomeOfAnswerer } from '#server/providers/agent/answerer-outcome.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import type { LiveCall } from './store.ts'

/** How a call ended, from a callback or from Twilio's call record. */
export interface TwilioEnd {
  sid: string
  status: string
  /** Seconds from the answer, as text. */
  duration: string
  sipCode: string
  answeredBy: string
  at: Date
}

export const isTerminal = (status: string): boolean =>
  ['completed', 'busy', 'no-answer', 'failed', 'canceled'].includes(status)

/** An answering machine or a fax; 'unknown' is neither. */
export const isMachine = (answeredBy: string): boolean => /^(machine_\w+|fax)$/.test(answeredBy)

/** SIP codes more specific than 'failed': number not in service, call rejected, phone unreachable. */
const NOT_IN_SERVICE = new Set(['404', '410', '484', '604'])
const REJECTED = new Set(['603', '607', '608'])
const UNREACHABLE = new Set(['408', '480', '487'])

export function outcomeOf(end: TwilioEnd, { signs }: Pick<LiveCall, 'signs'>): CallOutcome {
  const { status, sipCode } = end
  if (status === 'completed') return completed(end, signs)
  if (REJECTED.has(sipCode)) return 'declined'
  if (status === 'busy') return 'busy'
  if (status === 'no-answer') return 'no_answer'
  if (status === 'canceled') return 'cancelled'
  if (NOT_IN_SERVICE.has(sipCode)) return 'invalid_number'
  if (UNREACHABLE.has(sipCode)) return 'no_answer'
  return 'provider_fault'
}

function completed({ answeredBy, duration }: TwilioEnd, signs: LiveCall['signs']): CallOutcome {
  // a key or an understood word outweighs the answering machine detector
  if (signs.person) return 'human'
  const recognised = signs.answerer.who && outcomeOfAnswerer[signs.answerer.who]
  if (recognised) return recognised
  if (isMachine(answeredBy)) return 'voicemail'
  const { hasSpoken } = signs.answerer
  if (!hasSpoken && whoAnswered({ utterances: [], silence: Number(duration) }).who === 'silence')
    return 'silent'
  // we cancelled the call while it rang
  return signs.answeredAt || Number(duration) > 0 ? 'human' : 'cancelled'
}

/** Whether the line was answered, by whatever it was. */
export const isAnswered = (outcome: CallOutcome): boolean =>
  ['human', 'voicemail', 'screened', 'silent'].includes(outcome)

const failures: Partial<Record<CallOutcome, string>> = {
  invalid_number: 'This number cannot be reached. Check that it is correct and in service.',
  provider_fault: 'Twilio could not connect the call.',
}

/**
 * The events of a call's end, including a choice that was still pending when the person hung up.
 * @param source keeps the keys of callback events apart from those of a look-up
 */
export function endEvents(end: TwilioEnd, call: LiveCall, source: 'callback' | 'lookup'): VoiceEvent[] {
  const { sid, at } = end
  const prefix = source === 'lookup' ? `${sid}:asked` : sid
  const outcome = outcomeOf(end, call)
  const seconds = Number(end.duration)
  const ended: VoiceEvent = {
    // the key holds the outcome, so that a later report with a better outcome is not taken for a repeat
    key: `${prefix}:ended:${outcome}`,
    at,
    kind: 'ended',
    outcome,
    durationSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : 0,
    message: failures[outcome] ?? null,
  }
  if (outcome !== 'human') return [ended]
  return [...pendingEvents(prefix, call, at), ...listening(prefix, call, at), ended]
}

/** The person hung up before their request was handled, or before they affirmed its read-back. */
function pendingEvents(prefix: string, { pending, signs }: LiveCall, at: Date): VoiceEvent[] {
  if (pending === null || signs.recorded.has(pending)) return []
  const key = `${prefix}:pending`
  if (pending === 'operator') return [{ key, at, kind: 'operator', connected: false }]
  if (pending === 'option_2') return [{ key, at, kind: 'option', option: pending, source: 'key', slot: null }]
  return [{ key, at, kind: 'unconfirmed', wish: pending }]
}

/** Marks the recording as running after a person has been detected: a machine's is not kept. */
export function listening(
  prefix: string,
  { signs, script }: Pick<LiveCall, 'signs' | 'script'>,
  at: Date,
): VoiceEvent[] {
  if (signs.declined || script?.recorded === false) return []
  return [{ key: `${prefix}:recording`, at, kind: 'recording', status: 'recording', ref: null }]
}

/** Twilio writes RFC 2822, in places ISO. @param otherwise where it is neither, or missing */
export function instantOf(text: string | null | undefined, otherwise: Date): Date {
  const at = text ? new Date(text) : otherwise
  return Number.isNaN(at.getTime()) ? otherwise : at
}
