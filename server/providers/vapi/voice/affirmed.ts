// Decides whether a choice that the voice reports may act: a wish in speech needs a read-back that the person affirmed.

import type { CallResponse } from '#contract/calls/calls.ts'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import { interpret } from '#server/conversation/interpret.ts'
import { isSure } from '#server/providers/live/confidence.ts'
import type { OfferedSlot } from '#server/providers/ports/voice.ts'
import { optionIn, slotIn, sourceIn } from './tool-arguments.ts'

export interface Reported {
  option: CallResponse
  source: 'key' | 'voice'
  /** The meeting time, of those offered; null: none, so that nothing is booked. */
  slot: string | null
  /** The tool's argument. */
  confirmed: boolean
}

/** As Vapi writes pressed keys into the conversation. */
const KEYPAD = /keypad entry:?\s*([0-9#*]+)/i

/** Words that name a link in the agent's question, or in the yes itself. */
const NAMES_LINK = {
  option_1: /\b(?:link|send|text|sms|message|details)\b/i,
  option_3: /\b(?:accredit\w*|appl(?:y|ication)|start)\b/i,
}

/** Whether a person has pressed a key. */
export const hasKey = (lines: Shown['lines']): boolean =>
  lines.some(({ speaker, text }) => speaker === 'caller' && KEYPAD.test(text))

/** The tool's argument, which models send as a boolean or as text. */
export const isConfirmed = (value: unknown): boolean =>
  value === true || String(value).toLowerCase() === 'true'

export interface Shown {
  /** The conversation before the choice. */
  lines: readonly Pick<TranscriptLine, 'speaker' | 'text'>[]
  /** The start of the meeting time that the person accepted by the transcript. */
  accepted: string | null
}

/**
 * Whether the choice acts. A clear opt-out and a meeting without a time need no yes: the one is the person's right, the
 * other is a request to staff.
 */
export function mayAct({ option, slot, confirmed }: Reported, { lines, accepted }: Shown): boolean {
  if (option === 'option_4') return true
  if (option === 'option_2') return slot === null || slot === accepted
  const last = lines.findLastIndex(({ speaker }) => speaker === 'caller')
  const said = lines[last]?.text
  if (said === undefined) return false
  const keys = KEYPAD.exec(said)?.[1]
  // a key is one choice of the menu: 0 asks for a person, and 2 for a meeting
  if (keys !== undefined) return option === `option_${keys}`
  // a yes answers the agent's last sentence alone
  const before = lines[last - 1]
  const question = before?.speaker === 'agent' ? before.text : ''
  const isNamed = NAMES_LINK[option].test(said) || NAMES_LINK[option].test(question)
  return confirmed && isNamed && affirms(said)
}

function affirms(text: string): boolean {
  const reading = interpret({ step: 'confirm', text, context: { about: 'link' } })
  return reading.label === 'yes' && reading.optOut === 'none' && isSure(reading)
}

type Choice =
  | { kind: 'option'; option: CallResponse; source: 'key' | 'voice'; slot?: string }
  | { kind: 'unconfirmed'; wish: 'option_1' | 'option_3' }

/**
 * The choice of a tool call that never reached us, as far as the words before it permit. Without a yes a meeting has no
 * time, and a link is left to staff.
 */
export function permittedChoice(
  args: Readonly<Record<string, unknown>>,
  offered: readonly OfferedSlot[],
  before: Shown,
): Choice | null {
  const option = optionIn(args.option)
  if (!option) return null
  const slot = option === 'option_2' ? slotIn(offered, args.slot) : null
  const source = sourceIn(args.by)
  const acts = mayAct({ option, source, slot, confirmed: isConfirmed(args.confirmed) }, before)
  if (!acts && (option === 'option_1' || option === 'option_3')) return { kind: 'unconfirmed', wish: option }
  return { kind: 'option', option, source, ...(acts && slot !== null && { slot }) }
}

/** Begins the answer to a choice that does not act: nothing was stored. */
export const NOT_DONE = 'Nothing is done yet.'

/** Read-back for the agent to speak before it reports the choice again. */
export function readBackOf({ option, slot }: Reported, offered: readonly OfferedSlot[]): string {
  const time = offered.find(({ start }) => start === slot)?.spoken
  const question = {
    option_1: 'You would like the link to the offer. Shall I send it?',
    option_2: `${time ?? 'The time'}, and whose clock it is. Shall I book it?`,
    option_3: 'You would like to start your accreditation. Shall I start it?',
    option_4: '',
  }[option]
  return `${NOT_DONE} Read it back: ${question} After a clear yes call this tool again with confirmed true.`
}
