// Recognises the answering party of a call from its transcript, from the tool that reports it, and from Vapi's analysis. Pure.

import { cutText, manyLines } from '#contract/plain-text.ts'
import {
  type Answerer,
  type Answering,
  afterUtterance,
  isHumanAnswer,
  isMachineAnswer,
  type Spoken,
  UNANSWERED,
} from '#server/conversation/who-answered.ts'
import { readToolCall, type ToolCall, type VapiCall, type VapiLine } from '../message.ts'
import { reportedAnswerers, TOOLS } from './tools.ts'

const answererOfReport: Record<(typeof reportedAnswerers)[number], Answerer> = {
  screener: 'screener',
  carrier_challenge: 'carrier_challenge',
  colleague: 'receptionist',
  machine: 'voicemail',
  person: 'person',
}

/** The argument of the tool; null for anything else. */
export function reportedIn({ arguments: { who } }: Pick<ToolCall, 'arguments'>): Answerer | null {
  const reported = reportedAnswerers.find((value) => value === who)
  return reported ? answererOfReport[reported] : null
}

const WORDS_A_SECOND = 2.5

/** @param until seconds from the answer */
export function spokenAt(text: string, until: number): Spoken {
  return { at: Math.max(0, until - text.trim().split(/\s+/).length / WORDS_A_SECOND), until, text }
}

export interface TranscriptAnswerer {
  who: Answerer | null
  /** The last words of the other end. */
  words: string | null
  /** A key was pressed, or a wish was recorded after a person had answered. */
  hasPerson: boolean
  /** A call screener passed on that its owner wants no more calls. */
  relaysOptOut: boolean
  /** Words and tool calls of the time in which a machine spoke: they are no wishes. */
  machineTexts: ReadonlySet<string>
  machineTools: ReadonlySet<string>
}

/** Follows the lines of a call up to the first wish of a person; later words may sound like a machine's. */
export function answererIn(lines: readonly VapiLine[], called?: string): TranscriptAnswerer {
  const machineTexts = new Set<string>()
  const machineTools = new Set<string>()
  let state: Answering = UNANSWERED
  let relaysOptOut = false
  const read = (hasPerson: boolean): TranscriptAnswerer => {
    const who = hasPerson ? 'person' : state.who
    return { who, words: state.previous, hasPerson, relaysOptOut, machineTexts, machineTools }
  }
  for (const line of lines) {
    for (const tool of (line.toolCalls ?? []).flatMap(readToolCall)) {
      const reported = tool.name === TOOLS.answerer ? reportedIn(tool) : null
      if (reported) state = { ...state, who: reported }
      // that a key was pressed is shown by its line, not by the model's argument
      if (isWish(tool) && isHumanAnswer(state.who)) return read(true)
      if (isMachineAnswer(state.who)) machineTools.add(tool.id)
    }
    const { role, message = '', secondsFromStart = 0 } = line
    if (role !== 'user') continue
    if (KEYPAD.test(message)) return read(true)
    state = afterUtterance(state, spokenAt(message, secondsFromStart), called)
    relaysOptOut ||= state.relaysOptOut
    if (isMachineAnswer(state.who)) machineTexts.add(spokenText(message))
  }
  return read(false)
}

const MAX_CHARACTERS = 4000
/** The text of a transcript line. */
export const spokenText = (message: string): string => cutText(manyLines(message), MAX_CHARACTERS)

/** Vapi passes a key to the model as these words. */
const KEYPAD = /^User's Keypad Entry: /

const wishes: readonly string[] = [TOOLS.choose, TOOLS.times, TOOLS.person, TOOLS.recording]
const isWish = ({ name }: ToolCall): boolean => wishes.includes(name)

const answererOfAnalysis: Record<string, Answerer> = {
  person: 'person',
  screener: 'screener',
  carrier_challenge: 'carrier_challenge',
  machine: 'voicemail',
  none: 'silence',
}

/** Vapi's conclusion, for calls whose words are inconclusive. */
export function analysedAnswerer({ analysis }: VapiCall): Answerer | null {
  const value = analysis?.structuredData?.answeredBy
  return typeof value === 'string' ? (answererOfAnalysis[value] ?? null) : null
}
