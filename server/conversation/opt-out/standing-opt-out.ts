// Whether an utterance or SMS holds an opt-out that its sender does not take back.

import { decide } from '../decide.ts'
import type { Step } from '../reading.ts'
import { isAutomatic, isReaction, splitQuotes } from '../text/automatic-sms.ts'
import { type Segment, splitCorrections } from '../text/corrections.ts'
import { coreOf, normalise } from '../text/normalise.ts'
import { compileEntries, findHits, maskHits } from '../text/phrases.ts'
import { mentionedOptOuts, noOptOuts, plainOptOuts } from '../vocabulary/opt-outs.ts'
import { stopWords } from '../vocabulary/stop-words.ts'
import { type OptOutReading, readOptOut, readSmsOptOut } from './opt-out.ts'
import { asksInOtherLanguage } from './opt-out-languages.ts'
import { optOutWords } from './opt-out-normal.ts'

const plain = compileEntries(plainOptOuts)
const mentioned = compileEntries(mentionedOptOuts)
const denied = compileEntries(noOptOuts)

/** @param core of `coreOf`, of the same text */
export function standingOptOut(step: Step, text: string, core: string): OptOutReading {
  const reading = step === 'sms' ? readMessage(text) : readSpeech(text, core)
  const whole = reading === 'opt_out' && !hasStopWord(text) ? 'unclear' : reading
  const segments = splitCorrections(core)
  const last = segments.at(-1)
  return whole === 'none' || !last || segments.length === 1 ? whole : afterCorrection(whole, last)
}

/** Opt-outs in other languages have no words of the list. */
export const hasStopWord = (text: string): boolean =>
  optOutWords(text)
    .split(' ')
    .some((word) => stopWords.has(word)) || asksInOtherLanguage(text)

/** An opt-out is valid unless the person takes it back, or wishes for something else instead. */
function afterCorrection(whole: OptOutReading, last: Segment): OptOutReading {
  if (readSpeech(last.words.replaceAll('|', '.'), last.words) === 'opt_out') return 'opt_out'
  if (last.takesBack === 'certain') return 'unclear'
  const isReplaced = ['option_1', 'option_2', 'option_3', 'operator', 'callback'].includes(
    decide(last.words).label,
  )
  return isReplaced ? 'unclear' : whole
}

/** In a call, 'don't text me the link' refuses the link, 'don't bother' the offer, 'don't call me then' a time. */
const REFUSED = new RegExp(
  [
    "\\b(?:don[’']?t|do not|never|not|no need to|won[’']?t)(?: \\w+)? (?:text|sms|message|send|email|mail)\\b(?![^.!?]*\\b(?:again|ever|any ?more|else|calls?|ring|phone|contact|stop)\\b)(?: (?:me|us|it|that|the|a|any|anything))*",
    "\\bdon[’']?t bother(?= *(?:[.!?,]|please|thanks|thank|mate|$))",
    "\\b(?:don[’']?t|do not) (?:call|ring|phone)(?: me| us)? (?:then|at that time|that day|on that day)\\b",
  ].join('|'),
  'gi',
)

/** The patterns of `opt-out.ts`, and the phrases of the vocabulary. A question about the keyword is none. */
function readSpeech(text: string, core: string): OptOutReading {
  const reading = readOptOut(text.replaceAll(REFUSED, ' '))
  if (reading !== 'none' && mentionsOptOut(core)) return 'unclear'
  if (reading === 'opt_out') return reading
  return hasPhrase(core) ? 'opt_out' : reading
}

/** An SMS without reactions, quotations and automatic replies. */
function readMessage(body: string): OptOutReading {
  const reading = readSmsOptOut(body)
  if (reading !== 'none' || isReaction(body) || isAutomatic(body)) return reading
  return hasPhrase(coreOf(normalise(splitQuotes(body).own))) ? 'opt_out' : 'none'
}

const hasPhrase = (core: string): boolean =>
  findHits(maskHits(core, findHits(core, denied)), plain).length > 0

/** 'What happens if I say stop?' @param core of `coreOf` */
export function mentionsOptOut(core: string): boolean {
  const last = splitCorrections(core).at(-1)
  return findHits(last?.takesBack === 'certain' ? last.words : core, mentioned).length > 0
}
