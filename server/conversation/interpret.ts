import { secondReading } from './classifier/second-reading.ts'
import { readConfirm } from './confirm.ts'
import { doubtIn } from './content.ts'
import { type Decision, decide } from './decide.ts'
import { readGreeting } from './greeting.ts'
import type { OptOutReading } from './opt-out/opt-out.ts'
import { asksInOtherLanguage } from './opt-out/opt-out-languages.ts'
import { hasStopWord, mentionsOptOut, standingOptOut } from './opt-out/standing-opt-out.ts'
import type { Context, Reading, Step, Utterance } from './reading.ts'
import { readSlots } from './slots.ts'
import { readSms } from './sms.ts'
import { coreOf, normalise, withoutHesitations } from './text/normalise.ts'
import { callbackTime } from './times/callback-time.ts'
import { stopWordings } from './vocabulary/stop-words.ts'

const MAX_CHARACTERS = 2000

/** Interprets one utterance or SMS. Pure and deterministic. */
export function interpret({ step, text: whole, context = {} }: Utterance): Reading {
  const text = withoutHesitations(whole.slice(0, MAX_CHARACTERS))
  const words = normalise(text)
  const core = coreOf(words)
  const optOut = standingOptOut(step, text, core)
  const place = { step, context }
  const found = readStep({ step, text, context }, { words, core, hasOptOut: optOut === 'opt_out' })
  const decision = withOptOut(found, optOut, { core, place })
  const isCertain =
    decision.label === 'option_4' && (isPlainOptOut(text, core) || isSentenceOptOut({ step, text, context }))
  const said = {
    ...{ ...place, core: found.words, hasStopWord: hasStopWord(text) },
    ...{ text: likenessText(step, text, found), isOptOutRuled: optOut === 'opt_out' },
  }
  const second = isCertain ? { decision, isPossibleOptOut: false } : secondReading(said, decision)
  if (second.decision.label === 'option_4') return clearOptOut(second.decision)
  const isPossible = second.isPossibleOptOut || optOut !== 'none'
  return readingOf(second.decision, isPossible ? 'unclear' : 'none', place)
}

/** The decision where the words are an opt-out, or talk about one. */
function withOptOut(
  decision: Decision,
  optOut: OptOutReading,
  { core, place }: { core: string; place: Place },
): Decision {
  if (isOptOut(decision, optOut, place))
    return decision.label === 'option_4'
      ? decision
      : { ...decision, label: 'option_4', evidence: ownWords(decision) }
  return !STATES.has(decision.label) && mentionsOptOut(core) ? { ...decision, label: 'question' } : decision
}

const certain = new Set(stopWordings.map((wording) => coreOf(normalise(wording))))

/** An opt-out in the words of the vocabulary alone, or in another language. */
const isPlainOptOut = (text: string, core: string): boolean => certain.has(core) || asksInOtherLanguage(text)

/** A sentence of several is a clear opt-out on its own: no other sentence makes it less clear. */
function isSentenceOptOut({ step, text, context = {} }: Utterance): boolean {
  const sentences = text.split(/[.!?]+(?:\s+|$)/).filter((sentence) => sentence.trim() !== '')
  if (sentences.length < 2) return false
  return sentences.some((sentence) => interpret({ step, text: sentence, context }).optOut === 'clear')
}

/** In calls the words after a correction, without courtesies. */
const likenessText = (step: Step, text: string, { words }: Decision): string =>
  step === 'greeting' || step === 'sms' ? text : words.replaceAll('|', ' ')

/** Labels that a question about an opt-out does not replace. */
const STATES = new Set<string>([
  ...['machine', 'screener', 'carrier_challenge', 'receptionist', 'reaction', 'start'],
  ...['record_off', 'yes', 'no', 'slot'],
])

interface Words {
  /** Of `normalise`. */
  words: string
  /** Of `coreOf`. */
  core: string
  hasOptOut: boolean
}

function readStep({ step, text, context = {} }: Utterance, { words, core, hasOptOut }: Words): Decision {
  switch (step) {
    case 'greeting':
      return readGreeting(words, context, hasOptOut)
    case 'sms':
      return readSms(text, hasOptOut)
    case 'confirm':
      return courtesyAlone(words, core) ?? readConfirm(core, context)
    case 'slots':
      return readSlots(core, context) ?? decide(core, false)
    case 'menu':
      return courtesyAlone(words, core) ?? decide(core)
    case 'inbound':
      return courtesyAlone(words, core) ?? readCaller(words, core)
  }
}

/** 'Please' accepts; thanks take leave. */
function courtesyAlone(words: string, core: string): Decision | null {
  if (core.replaceAll('|', '').trim() !== '') return null
  const [courtesy] = / (?:please|thanks|cheers|ta) /.exec(words) ?? []
  if (courtesy === undefined) return null
  const said = courtesy.trim()
  const label = said === 'please' ? 'yes' : 'ack'
  return { label, confidence: 0.9, evidence: [{ rule: `${label}.courtesy`, words: said }], words }
}

const CALL =
  / (?:you left|tried to (?:get|reach)|call|calls|called|rang|rung|ring|ringing|calling|phoned|missed|returning) /

/** A caller who mentions a call of ours has a question about it. */
function readCaller(words: string, core: string): Decision {
  const decided = decide(core)
  const isPast = / (?:rang|called|rung) /.test(words)
  if (!['unclear', 'yes', ...(isPast ? ['callback'] : [])].includes(decided.label)) return decided
  const [call] = CALL.exec(words) ?? []
  if (call === undefined) return decided
  const evidence = [{ rule: 'question.about_a_call', words: call.trim() }]
  return { ...decided, label: 'question', confidence: 0.7, evidence }
}

interface Place {
  step: Step
  context: Context
}

const NO_OPT_OUT = new Set<string>(['machine', 'screener', 'carrier_challenge', 'reaction'])

/** The words of a machine are no opt-out, and a yes or no to the question about it is an answer. */
const isExempt = ({ label }: Decision, { step, context }: Place): boolean =>
  NO_OPT_OUT.has(label) ||
  (step === 'confirm' && context.about === 'optout' && (label === 'yes' || label === 'no'))

const isOptOut = (decision: Decision, optOut: OptOutReading, place: Place): boolean =>
  decision.label === 'option_4' || (optOut === 'opt_out' && !isExempt(decision, place))

const ownWords = ({ words }: Decision): Decision['evidence'] => [
  { rule: 'option_4.words', words: words.replaceAll('|', '').trim() },
]

const clearOptOut = ({ evidence }: Decision): Reading => ({
  ...{ label: 'option_4', optOut: 'clear', confidence: 0.95 },
  evidence,
})

function readingOf(decision: Decision, optOut: OptOutReading, place: Place): Reading {
  const { label, value, confidence, evidence, words } = decision
  const isPossible = optOut !== 'none' && !isExempt(decision, place)
  const reading: Reading = { label, optOut: isPossible ? 'possible' : 'none', confidence, evidence }
  if (label === 'callback') return { ...reading, ...timeOf(words, place.context) }
  if (value !== undefined) return { ...reading, value }
  const doubt = DOUBTFUL.has(label) ? doubtIn(words) : undefined
  if (!doubt) return reading
  const because = [{ rule: doubt.rule, words: doubt.words }]
  return { ...reading, label: 'question', value: 'genuine', confidence: 0.9, evidence: because }
}

/** Labels of which a doubt about the caller takes the place. */
const DOUBTFUL = new Set<string>(['question', 'unclear', 'wrong_number', 'other'])

function timeOf(words: string, { now, zone = 'Australia/Sydney' }: Context): Pick<Reading, 'value'> {
  const time = now && callbackTime(words, now, zone)
  return time ? { value: time } : {}
}
