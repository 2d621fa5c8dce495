// Reads opt-outs in speech and SMS: one reader for every channel. In doubt the reading is unclear, never none.

import { isAutomatic, isOurs, isReaction, splitQuotes } from '../text/automatic-sms.ts'
import { asksInOtherLanguage } from './opt-out-languages.ts'
import { optOutWords } from './opt-out-normal.ts'
import {
  clear,
  doubtful,
  firm,
  innocent,
  notBack,
  partial,
  promisesToCall,
  retraction,
} from './opt-out-words.ts'

/** `unclear`: may be an opt-out; the number is held until a person decides. */
export type OptOutReading = 'opt_out' | 'unclear' | 'none'

const COURTESY = new Set(
  'please thanks thank mate now look listen well oi gday ok okay hi hello hey regards cheers kindly just sorry no yes immediately asap sir madam already it this all guys team everyone folks dear and from us me you bye the oh so sent my iphone android i said again'.split(
    ' ',
  ),
)
/** Opt out only as the whole message: 'cancel my meeting' is none. */
const WHOLE = new Set([
  ...['stop', 'stopall', 'end', 'quit', 'cancel', 'revoke', 'remove', 'delete', 'unsubscribe', 'unsub'],
  ...[
    'optout',
    'opt out',
    'out out',
    'enough',
    'cease',
    'unsubscribe unsubscribe',
    'stop stop',
    'stop stop stop',
    'cancel end',
  ],
])
const KEYWORDS = new Set(['stop', 'stopall', 'unsubscribe', 'unsub', 'optout', 'arret', 'stopsms'])
/** A keyword in a message of at most this many words is the message. */
const SHORT = 4

const listOf = (words: string): string[] => words.split(/[ |]+/).filter((word) => word !== '')
const found = (patterns: readonly RegExp[], words: string): boolean =>
  patterns.some((pattern) => words.search(pattern) >= 0)
const without = (patterns: readonly RegExp[], words: string, mark: string): string =>
  patterns.reduce((rest, pattern) => rest.replaceAll(pattern, mark), words)

/** @param text an utterance or a message in a person's own words */
export function readOptOut(text: string): OptOutReading {
  const words = optOutWords(text)
  const core = listOf(words).filter((word) => !COURTESY.has(word))
  if (WHOLE.has(core.join(' ')) || asksInOtherLanguage(text) || found(firm, words)) return 'opt_out'
  const rest = ownWish(words)
  const left = listOf(rest)
  if (found(clear, rest) || (left.length <= SHORT && left.includes('stop')))
    return isRetracted(rest) ? 'unclear' : 'opt_out'
  return found(doubtful, rest) ? 'unclear' : 'none'
}

/** The words without phrases of another meaning; '~' marks a doubtful part. */
function ownWish(words: string): string {
  const open = without(partial, words, '~')
  const rest = without(innocent, open, '_')
  return rest.search(promisesToCall) >= 0 ? without([notBack], rest, '_') : rest
}

/** 'Stop calling. No wait, send me the link' */
function isRetracted(words: string): boolean {
  const at = words.search(retraction)
  return at >= 0 && !found(clear, words.slice(at))
}

/** Reads an SMS. Reactions, quotations of our messages and automatic replies are no opt-outs. */
export function readSmsOptOut(body: string): OptOutReading {
  if (isReaction(body)) return 'none'
  const { own, quoted } = splitQuotes(body)
  const words = optOutWords(own)
  const reading = withKeywords(readOptOut(own), words)
  if (isAutomatic(own) && listOf(words).length > SHORT) return reading === 'opt_out' ? 'unclear' : 'none'
  const inQuotes = quoted.some((text) => !isOurs(text) && readOptOut(text) === 'opt_out')
  return reading === 'none' && (inQuotes || isFooterAlone(own, words)) ? 'unclear' : reading
}

/** A keyword as the first or last word of an SMS counts, because our messages request it. */
function withKeywords(reading: OptOutReading, words: string): OptOutReading {
  const rest = ownWish(words)
  if (reading === 'opt_out' || isRetracted(rest)) return reading
  const left = listOf(rest)
  const last = left.length <= 6 ? left.at(-1) : undefined
  return [left[0], last].some((word) => word !== undefined && KEYWORDS.has(word)) ? 'opt_out' : reading
}

/** 'Reply STOP to opt out' sent back: of no other meaning, but not a keyword. */
function isFooterAlone(own: string, words: string): boolean {
  return isOurs(own) && listOf(ownWish(words)).every((word) => word === '_')
}
