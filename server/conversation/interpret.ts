import { readAgain } from './classifier/second-reading.ts'
import { readConfirm } from './confirm.ts'
import { type Decision, decide } from './decide.ts'
import { readGreeting } from './greeting.ts'
import { type OptOutReading, readOptOut, readSmsOptOut } from './opt-out/opt-out.ts'
import type { Context, Reading, Utterance } from './reading.ts'
import { readSlots } from './slots.ts'
import { readSms } from './sms.ts'
import { splitCorrections } from './text/corrections.ts'
import { coreOf, normalise } from './text/normalise.ts'
import { compileEntries, findHits, maskHits } from './text/phrases.ts'
import { callbackTime } from './times/callback-time.ts'
import { mentionedOptOuts, noOptOuts, plainOptOuts } from './vocabulary/opt-outs.ts'

const MAX_CHARACTERS = 2000
const phrases = compileEntries(plainOptOuts)
const mentioned = compileEntries(mentionedOptOuts)
const denied = compileEntries(noOptOuts)

/** Interprets one utterance or SMS. Pure and deterministic. */
export function interpret({ step, text: whole, context = {} }: Utterance): Reading {
  const text = whole.slice(0, MAX_CHARACTERS)
  const words = normalise(text)
  const core = coreOf(words)
  const optOut = standingOptOut(step === 'sms' ? readSmsOptOut(text) : readOptOutOf(text, core), core)
  const decision = readStep({ step, text, context }, { words, core, hasOptOut: optOut === 'opt_out' })
  const isAsked = optOut !== 'opt_out' && !STATES.has(decision.label) && findHits(core, mentioned).length > 0
  if (optOut === 'opt_out' || isAsked)
    return withOptOut(
      { step, text, context },
      { decision: isAsked ? { ...decision, label: 'question' } : decision, optOut },
    )
  const second = readAgain({ step, text, core, context }, decision)
  return withOptOut(
    { step, text, context },
    { decision: second.decision, optOut: second.optOut === 'possible' ? 'unclear' : optOut },
  )
}

/** Labels that a question about the keyword does not replace. */
const STATES = new Set([
  'machine',
  'screener',
  'carrier_challenge',
  'receptionist',
  'reaction',
  'start',
  'option_4',
  'record_off',
  'yes',
  'no',
  'slot',
])

interface Words {
  words: string
  core: string
  hasOptOut: boolean
}

function readStep({ step, text, context = {} }: Utterance, { words, core, hasOptOut }: Words): Decision {
  if (step === 'greeting') return readGreeting(words, context, hasOptOut)
  if (step === 'sms') return readSms(text, hasOptOut)
  if (step === 'confirm')
    return isEmpty(core) && / please /.test(words)
      ? { ...decide(core), label: 'yes' }
      : readConfirm(core, context)
  if (step === 'slots') return readSlots(core, context) ?? decide(core, false)
  return readWish({ step, words, core })
}

const isEmpty = (core: string): boolean => core.replaceAll('|', '').trim() === ''

/** Courtesies alone take leave; a caller who mentions a call asks about it. */
function readWish({ step, words, core }: { step: Utterance['step']; words: string; core: string }): Decision {
  const decided = decide(core)
  if (isEmpty(core) && / please /.test(words)) return { ...decided, label: 'yes' }
  if (isEmpty(core) && / (?:thanks|cheers|ta) /.test(words)) return { ...decided, label: 'ack' }
  if (step !== 'inbound' || decided.label !== 'unclear') return decided
  const call = / (?:call|calls|called|rang|rung|ring|ringing|calling|phoned|missed|returning) /.exec(words)
  return call
    ? {
        ...decided,
        label: 'question',
        confidence: 0.7,
        evidence: [{ rule: 'question.about_a_call', words: call[0].trim() }],
      }
    : decided
}

/** In a call, 'don\'t text me the link' refuses the link, and 'don\'t bother' the offer. */
const REFUSED_MESSAGE =
  /\b(?:don[’']?t|do not|never|not|no need to|won[’']?t)(?: \w+)? (?:text|sms|message|send|email|mail)\b(?![^.!?]*\b(?:again|ever|any ?more|else|calls?|ring|phone|contact|stop)\b)(?: (?:me|us|it|that|the|a|any|anything))*|\bdon[’']?t bother(?= *(?:[.!?,]|$))/gi

/** The patterns of `opt-out/`, and the phrases without keywords. A question about the keyword is none. */
function readOptOutOf(text: string, core: string): OptOutReading {
  const reading = readOptOut(text.replaceAll(REFUSED_MESSAGE, ' '))
  if (reading !== 'none' && findHits(core, mentioned).length > 0) return 'unclear'
  if (reading === 'opt_out') return reading
  const open = maskHits(core, findHits(core, denied))
  return findHits(open, phrases).length > 0 ? 'opt_out' : reading
}

/** An opt-out counts unless the person takes it back or says something else instead. */
function standingOptOut(whole: OptOutReading, core: string): OptOutReading {
  const segments = splitCorrections(core)
  const last = segments.at(-1)
  if (whole === 'none' || !last || segments.length === 1) return whole
  const own = readOptOutOf(last.words.replaceAll('|', '.'), last.words)
  if (own === 'opt_out') return 'opt_out'
  if (last.takesBack === 'certain') return 'unclear'
  const after = decide(last.words).label
  const isReplaced = ['option_1', 'option_2', 'option_3', 'operator', 'callback'].includes(after)
  return isReplaced ? 'unclear' : whole
}

const NO_OPT_OUT = new Set(['machine', 'screener', 'carrier_challenge', 'reaction'])

function withOptOut(
  { step, context = {} }: Utterance,
  { decision, optOut }: { decision: Decision; optOut: OptOutReading },
): Reading {
  const { label, value, confidence, evidence } = decision
  const isOther =
    NO_OPT_OUT.has(label) ||
    (step === 'confirm' && context.about === 'optout' && (label === 'yes' || label === 'no'))
  if (label === 'option_4' || (optOut === 'opt_out' && !isOther))
    return {
      label: 'option_4',
      optOut: 'clear',
      confidence: 0.95,
      evidence:
        label === 'option_4'
          ? evidence
          : [{ rule: 'option_4.words', words: decision.words.replaceAll('|', '').trim() }],
    }
  const reading: Reading = {
    label,
    optOut: optOut === 'none' || isOther ? 'none' : 'possible',
    confidence,
    evidence,
  }
  if (label === 'callback') return { ...reading, ...timeOf(decision.words, context) }
  return value === undefined ? reading : { ...reading, value }
}

function timeOf(words: string, { now, zone = 'Australia/Sydney' }: Context): Pick<Reading, 'value'> {
  const time = now && callbackTime(words, now, zone)
  return time ? { value: time } : {}
}
