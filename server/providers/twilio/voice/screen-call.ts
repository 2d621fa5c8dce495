// Applies the screening turns to a stored call: the stored recognition, and the events of this turn.

import type { Spoken } from '#server/conversation/who-answered.ts'
import { isOpening, screeningTurn } from '#server/providers/agent/screening.ts'
import type { At, Gathered, Next } from '#server/providers/agent/turn.ts'
import { answeredBy } from '#server/providers/live/answered-by.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { countOf } from './addresses.ts'
import type { CallCallback } from './call-callback.ts'
import type { LiveCall } from './store.ts'

/** Recognises who speaks, while that is open. */
export function screenTurn(
  { parts, call, sid, query }: CallCallback,
  at: At,
  gathered: Gathered,
): { events: VoiceEvent[]; next: Next | null; at: At } {
  const { script, signs, calledName } = call
  if (!script || !isOpening(at, signs.person)) return { events: [], next: null, at }
  const now = parts.now()
  const { who: before, text: previous, keptSince, isDetected } = signs.answerer
  const waited = keptSince ? (now.getTime() - keptSince.getTime()) / 1000 : 0
  const turn = screeningTurn(
    at,
    { gathered, spoken: spokenAt(gathered.speech, signs.answeredAt ?? now, now), script, calledName },
    { answering: { who: before, previous }, waited, isDetected },
  )
  const key = `${sid}:turn:${countOf(query, 'turn')}`
  const events: VoiceEvent[] = []
  const isKept = gathered.speech !== '' && turn.next !== null
  if (turn.who !== null && (turn.who !== before || isKept))
    events.push({ key: `${key}:who`, at: now, ...answeredBy(turn.who, gathered.speech) })
  if (turn.relaysOptOut)
    events.push({ key, at: now, kind: 'option', option: 'option_4', source: 'voice', relayed: true })
  return { events, next: turn.next, at: turn.at }
}

/** No word and no key in the whole call. */
export const isSilent = ({ signs }: LiveCall, gathered: Gathered): boolean =>
  !signs.person && !signs.answerer.hasSpoken && gathered.digits === '' && gathered.speech.trim() === ''

export const silence = (sid: string, at: Date): VoiceEvent => ({
  key: `${sid}:silence`,
  at,
  kind: 'answered_by',
  who: 'silence',
  by: 'speech',
  text: null,
})

const WORDS_A_SECOND = 2.5

/** Twilio reports words at their end, without their beginning. */
function spokenAt(text: string, answeredAt: Date, now: Date): Spoken {
  const until = (now.getTime() - answeredAt.getTime()) / 1000
  return { at: Math.max(0, until - text.trim().split(/\s+/).length / WORDS_A_SECOND), until, text }
}
