// Decides from a call's transcript which time the person accepted. The arguments of a tool call prove nothing: a language
// model chose them.

import type { TranscriptLine } from '#contract/calls/transcript.ts'
import { interpret } from '#server/conversation/interpret.ts'
import { namedOffers } from '#server/conversation/slots.ts'

interface NamedTime {
  /** ISO 8601. */
  start: string
  /** 'Tuesday 24 November at 10 am', on the person's clock. */
  spoken: string
}

export interface Conversation {
  lines: readonly Pick<TranscriptLine, 'speaker' | 'text'>[]
  /** The clock by which the person names times. */
  clock: { now: Date; zone: string }
}

/** The starts that our answers to tool calls give for further calls. */
const STARTS = /\[[^\]]*\]/g

/** Vapi's line for a pressed key: it belongs to the menu, not to a time. */
const KEY = /^User's Keypad Entry/i

/**
 * The start of the time that the person accepted last. A yes counts only where the agent's sentence right before it names exactly
 * this one time. A no afterwards takes the acceptance back.
 */
export function acceptedTime(
  { lines, clock }: Conversation,
  times: readonly NamedTime[],
  about: 'slot' | 'callback',
): string | null {
  let accepted: string | null = null
  let question = ''
  for (const { speaker, text } of lines) {
    if (speaker === 'agent') {
      question = text.replaceAll(STARTS, ' ')
      continue
    }
    // a key answers the menu: a yes after it answers no question about a time
    const isAsked = !KEY.test(text) && isAbout(question, about)
    const time = isAsked ? onlyTimeIn(question, times) : null
    // without a time there is nothing to accept, and perhaps nothing to take back
    const answer: string | null =
      time || accepted ? readAnswer(text, time, { about, ask: question, ...clock }) : 'unclear'
    if (answer !== 'unclear') accepted = answer
    question = ''
  }
  return accepted
}

const CALL = /\b(?:call|ring|phone) you\b|\bcall(?:ed)? back\b/i
const MEETING = /\bbook (?:it|that|this|you in)\b|\b(?:meeting|appointment)\b/i

/** A call and a meeting may have the same time: a yes to the one is none to the other. */
function isAbout(question: string, about: 'slot' | 'callback'): boolean {
  const [own, other] = about === 'slot' ? [MEETING, CALL] : [CALL, MEETING]
  return own.test(question) || !other.test(question)
}

function onlyTimeIn(text: string, times: readonly NamedTime[]): NamedTime | null {
  const named = namedOffers(text, {
    offered: times.map(({ start }) => start),
    spoken: times.map(({ spoken }) => spoken),
  })
  return named.length === 1 ? (times.find(({ start }) => start === named[0]) ?? null) : null
}

interface Question {
  about: 'slot' | 'callback'
  ask: string
  now: Date
  zone: string
}

/** @returns a start; null: the person accepts none; unclear: the words decide nothing */
function readAnswer(
  text: string,
  time: NamedTime | null,
  { about, ask, ...clock }: Question,
): string | null | 'unclear' {
  const { label } = interpret({ step: 'confirm', text, context: { about, ask, ...clock } })
  if (REFUSES.has(label)) return null
  const isYes = label === 'yes'
  const unclear = !isYes && DOUBTS.test(text) ? null : 'unclear'
  if (!time) return unclear
  if (isYes) return time.start
  const context = { offered: [time.start], spoken: [time.spoken], ...clock }
  const reading = interpret({ step: 'slots', text, context })
  if (reading.label !== 'slot') return unclear
  return reading.value === time.start ? time.start : null
}

const REFUSES = new Set<string>(['no', 'option_4', 'wrong_number'])

/** Words that may take an acceptance back, whatever else they ask for: in doubt it has to be given again. */
const DOUBTS =
  /\b(?:no|nah|nope|not|cancel|wrong|backwards)\b(?!\s+(?:worries|problem|probs|dramas|stress|wukkas))/i
