// Puts Twilio's words for a call into ours. Pure.

import type { CallOutcome } from '#contract/calls.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import type { LiveCall } from './store.ts'

/** How a call ended, by a callback or by Twilio's own record. */
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

/** No person: an answering machine or a fax. 'unknown' is nothing of the kind. */
export const isMachine = (answeredBy: string): boolean => /^(machine_\w+|fax)$/.test(answeredBy)

/** SIP answers that say more than 'failed': nobody has the number, the person rejected, it cannot be reached now. */
const NOBODY = new Set(['404', '410', '484', '604'])
const REJECTED = new Set(['603', '607', '608'])
const AWAY = new Set(['408', '480', '487'])

export function outcomeOf(end: TwilioEnd, { signs }: Pick<LiveCall, 'signs'>): CallOutcome {
  const { status, sipCode } = end
  if (status === 'completed') return completed(end, signs)
  if (REJECTED.has(sipCode)) return 'declined'
  if (status === 'busy') return 'busy'
  if (status === 'no-answer') return 'no_answer'
  if (status === 'canceled') return 'cancelled'
  if (NOBODY.has(sipCode)) return 'invalid_number'
  if (AWAY.has(sipCode)) return 'no_answer'
  return 'provider_fault'
}

function completed({ answeredBy, duration }: TwilioEnd, signs: LiveCall['signs']): CallOutcome {
  // a key or an understood word outweighs what the detector took the voice for
  if (signs.person) return 'human'
  if (isMachine(answeredBy)) return 'voicemail'
  // ended from our side while it rang
  return signs.answered || Number(duration) > 0 ? 'human' : 'cancelled'
}

const failures: Partial<Record<CallOutcome, string>> = {
  invalid_number: 'Nobody can be reached at this number. Check that it is right and in service.',
  provider_fault: 'Twilio could not connect the call.',
}

/**
 * What the end of a call tells: also that what the person was being seen to counts as asked for.
 * @param source sets the names of what a callback told apart from what Twilio said when asked
 */
export function endEvents(end: TwilioEnd, call: LiveCall, source: 'told' | 'asked'): VoiceEvent[] {
  const { sid, at } = end
  const prefix = source === 'asked' ? `${sid}:asked` : sid
  const outcome = outcomeOf(end, call)
  const seconds = Number(end.duration)
  const ended: VoiceEvent = {
    // with the outcome in its name: a repetition that knows more is not taken for the first one
    key: `${prefix}:ended:${outcome}`,
    at,
    kind: 'ended',
    outcome,
    durationSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : 0,
    message: failures[outcome] ?? null,
  }
  if (outcome !== 'human') return [ended]
  return [...unheard(prefix, call, at), ...listening(prefix, call, at), ended]
}

/** They pressed 2, or 0, and hung up before that was done. */
function unheard(prefix: string, { pending, signs }: LiveCall, at: Date): VoiceEvent[] {
  if (pending === null || signs.told.has(pending)) return []
  const key = `${prefix}:pending`
  return pending === 'operator'
    ? [{ key, at, kind: 'operator', connected: false }]
    : [{ key, at, kind: 'option', option: 'option_2', source: 'key', slot: null }]
}

/** Told once it is known that a person listens: of a machine nothing is kept. */
export function listening(prefix: string, { signs }: Pick<LiveCall, 'signs'>, at: Date): VoiceEvent[] {
  if (signs.declined) return []
  return [{ key: `${prefix}:recording`, at, kind: 'recording', status: 'recording', ref: null }]
}

/** Twilio writes RFC 2822, in places ISO. @param otherwise where it is neither, or missing */
export function instantOf(text: string | null | undefined, otherwise: Date): Date {
  const at = text ? new Date(text) : otherwise
  return Number.isNaN(at.getTime()) ? otherwise : at
}
