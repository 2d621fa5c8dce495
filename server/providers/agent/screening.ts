// Decides the turns before the answering party is recognised, and those in which a call screener, a carrier's challenge or a
// colleague keeps the line. Pure.

import {
  type Answerer,
  type Answering,
  afterUtterance,
  isMachineAnswer,
  MAX_WAIT_SECONDS,
  type Spoken,
  UNANSWERED,
} from '#server/conversation/who-answered.ts'
import type { CallScript } from '#server/providers/ports/voice.ts'
import type { At, Gathered, Next } from './turn.ts'

/** A screener may ask again, but not for ever. */
const MAX_INTRODUCTIONS = 3
const THANKS = 'Thank you for your help. Goodbye.'

/** Unclear utterances of a line that is taken for a machine. */
const MAX_DOUBTS = 2
const HANG_UP: Next = { kind: 'hang_up', said: [] }

/** Words that ask who calls or why. */
const ASKS =
  /\b(?:names?|reason|purpose|who|why|what|regarding|about|urgent|again|announce|record|identify)\b/i

export interface Screening {
  answering: Pick<Answering, 'who' | 'previous'>
  /** Seconds since the last words of the machine or the colleague that keeps the line. */
  waited: number
  /** The vendor's detector reported a machine. */
  isDetected: boolean
}

export interface Opening {
  gathered: Gathered
  spoken: Spoken
  script: CallScript
  calledName: string | null
}

export interface ScreeningTurn {
  who: Answerer | null
  relaysOptOut: boolean
  /** Null: a person speaks, or no party yet, and the conversation handles the turn at `at`. */
  next: Next | null
  at: At
}

const steps: ReadonlySet<At['step']> = new Set(['greeting', 'offer', 'menu', 'waiting'])

/** Whether the speaker is unidentified: no key and no understood wish has shown a person yet. */
export const isOpening = ({ step }: At, hasPerson: boolean): boolean =>
  step === 'waiting' || (!hasPerson && steps.has(step))

/** The turn after an utterance, a key or silence before the answering party is recognised. */
export function screeningTurn(at: At, opening: Opening, screening: Screening): ScreeningTurn {
  const { gathered, spoken, calledName } = opening
  const start: At = at.step === 'waiting' ? { step: 'greeting', misses: 0 } : at
  // no machine presses a key
  if (gathered.digits !== '') return { who: 'person', relaysOptOut: false, next: null, at: start }
  const before = { ...UNANSWERED, ...screening.answering }
  const { who, label, relaysOptOut } = afterUtterance(before, spoken, calledName ?? undefined)
  const turn = (next: Next | null): ScreeningTurn => ({ who, relaysOptOut, next, at: start })
  if (relaysOptOut) return turn({ kind: 'hang_up', said: ['Goodbye.'] })
  if (who === 'receptionist' || isMachineAnswer(who))
    return turn(kept(at, who, { ...opening, isUnclear: label === 'unclear' }, screening))
  if (at.step !== 'waiting') return turn(null)
  // the detector reported a machine, and no words have shown a person since
  if (who !== 'person' || gathered.speech === '') return turn(HANG_UP)
  // a person who takes over the line gets the greeting before any wish counts, except a refusal
  const isRefusal = label === 'option_4' || label === 'record_off'
  return turn(isRefusal ? null : { kind: 'listen', said: [], ...start })
}

function kept(
  at: At,
  who: Answerer | null,
  { gathered, script, isUnclear }: Opening & { isUnclear: boolean },
  screening: Screening,
): Next {
  const introductions = at.step === 'waiting' ? at.misses : 0
  const waits: Next = { kind: 'listen', said: [], step: 'waiting', misses: introductions }
  if (who === 'voicemail' || who === 'ivr') {
    // words or the detector alone may mislead, and a person would speak again
    if (at.step !== 'waiting') return screening.isDetected ? HANG_UP : waits
    const isDoubtful = isUnclear ? at.misses < MAX_DOUBTS : gathered.speech === '' && at.misses === 0
    return isDoubtful ? { ...waits, misses: at.misses + 1 } : HANG_UP
  }
  if (screening.waited >= MAX_WAIT_SECONDS)
    return { kind: 'hang_up', said: who === 'receptionist' ? [THANKS] : [] }
  const isPrompted = introductions === 0 || (gathered.speech !== '' && ASKS.test(gathered.speech))
  if (who === 'carrier_challenge' || !isPrompted || introductions >= MAX_INTRODUCTIONS) return waits
  return { ...waits, said: [script.introduction ?? script.greeting], misses: introductions + 1 }
}
