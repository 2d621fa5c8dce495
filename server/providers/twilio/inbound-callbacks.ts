import { cutText, singleLine } from '#contract/plain-text.ts'
import { interpret } from '#server/conversation/interpret.ts'
import type { Reading } from '#server/conversation/reading.ts'
import { isSure } from '#server/providers/live/confidence.ts'
import type { InboundCall, InboundScript, SpokenWords, VendorReply } from '../ports/vendors.ts'
import { dialDesk, inboundAddress, isTalk, twiml, VOICE } from './inbound-transfer.ts'
import type { TwilioParts } from './parts.ts'
import type { Params } from './signature.ts'

const HINTS = 'stop, opt out, remove me, operator, person'
const PATIENCE_SECONDS = 6
/** How often the greeting is played to a caller who does not respond. */
const MAX_TURNS = 3

const NOT_UNDERSTOOD = 'Sorry, I did not understand that.'
const GOODBYE = 'Goodbye.'
const ASK_OPT_OUT =
  'Do you want no more calls from us? Say yes, or press 4, and we will not call this number again. Otherwise say no.'
/** Characters of an utterance that are stored. */
const MAX_WORDS = 1000

type Topic = 'inbound' | 'inbound-choice' | 'inbound-operator'

/** Answers a call to one of our numbers: states who called them and why, then offers an opt-out or a person. */
export async function receiveInbound(
  parts: TwilioParts,
  topic: Topic,
  query: URLSearchParams,
  params: Params,
): Promise<VendorReply> {
  const call = callOf(params)
  if (!call) return twiml((response) => response.hangup())
  const script = await parts.hooks.answerInbound(call)
  const line: Line = { parts, call, script }
  if (topic === 'inbound') return listen(line, [script.greeting], 1)
  if (topic === 'inbound-operator') return afterTransfer(line, params)
  const answersOptOut = query.get('ask') === OPT_OUT
  const { wish, said } = inputOf(params, answersOptOut)
  switch (wish) {
    case 'opt_out':
      return optOut(line, said)
    case 'operator':
      return toPerson(line)
    case 'opt_out_unclear':
      await parts.hooks.inboundRequest(call, wish, said)
      return answersOptOut ? hangUp() : listen(line, [ASK_OPT_OUT], 1, OPT_OUT)
    case 'denied':
      await parts.hooks.inboundRequest(call, 'opt_out_denied')
      return listen(line, [script.greeting], MAX_TURNS)
    default:
      // the hold stays: a person decides
      return answersOptOut ? hangUp() : repeatGreeting(line, wish, turnOf(query))
  }
}

/** Value of the parameter `ask` while the agent asks the caller whether they opt out. */
const OPT_OUT = 'opt_out'

interface Line {
  parts: TwilioParts
  call: InboundCall
  script: InboundScript
}

/** Carriers' values for a withheld number: a word, or its letters as keypad digits. */
const WITHHELD =
  /^\+?(266696687|7378742833|86282452253|8656696|2562533|7748283|anonymous|restricted|unavailable|unknown|blocked|private)$/i

function callOf({ CallSid, From = '', To }: Params): InboundCall | null {
  if (!CallSid) return null
  const from = From === '' || WITHHELD.test(From) ? null : From
  return { provider: 'twilio', providerCallId: CallSid, from, to: To || null }
}

type Wish = 'opt_out' | 'operator' | 'opt_out_unclear' | 'denied' | 'silence' | 'unclear'

interface Input {
  wish: Wish
  /** Absent for keys and silence. */
  said?: SpokenWords
}

const keys: Readonly<Record<string, Wish>> = { 4: 'opt_out', 0: 'operator' }

function inputOf({ Digits, SpeechResult }: Params, answersOptOut: boolean): Input {
  if (Digits) return { wish: keys[Digits.charAt(0)] ?? 'unclear' }
  if (!SpeechResult?.trim()) return { wish: 'silence' }
  const reading = answersOptOut
    ? interpret({ step: 'confirm', text: SpeechResult, context: { about: 'optout', ask: ASK_OPT_OUT } })
    : interpret({ step: 'inbound', text: SpeechResult })
  const [decisive] = reading.evidence
  const text = cutText(singleLine(SpeechResult), MAX_WORDS)
  return {
    wish: wishOf(reading, answersOptOut),
    said: { text, rule: decisive?.rule ?? null, words: decisive?.words ?? null },
  }
}

function wishOf(reading: Reading, answersOptOut: boolean): Wish {
  const { label, optOut } = reading
  const isOptOut = label === 'option_4' || (answersOptOut && label === 'yes')
  if (isOptOut && isSure(reading)) return 'opt_out'
  if (label === 'operator') return label
  if (label === 'option_4' || optOut === 'possible') return 'opt_out_unclear'
  return answersOptOut && label === 'no' && isSure(reading) ? 'denied' : 'unclear'
}

/** After the opt-out the caller may still ask for a person. */
async function optOut(line: Line, said: SpokenWords | undefined): Promise<VendorReply> {
  const { parts, call, script } = line
  await parts.hooks.inboundRequest(call, 'opt_out', said)
  return listen(line, [script.optedOut], MAX_TURNS)
}

async function toPerson(line: Line): Promise<VendorReply> {
  const { parts, call, script } = line
  if (script.transferTo === null) return requestCallBack(line)
  const action = inboundAddress(parts, 'inbound-operator', { turn: 1 })
  return dialDesk(parts, { call, to: script.transferTo, action })
}

async function afterTransfer(line: Line, params: Params): Promise<VendorReply> {
  return isTalk(params) ? twiml((response) => response.hangup()) : requestCallBack(line)
}

async function requestCallBack({ parts, call, script }: Line): Promise<VendorReply> {
  await parts.hooks.inboundRequest(call, 'operator')
  return twiml((response) => {
    response.say(VOICE, `${script.operator} ${GOODBYE}`)
    response.hangup()
  })
}

function repeatGreeting(line: Line, wish: 'silence' | 'unclear', turn: number): VendorReply {
  if (turn < MAX_TURNS) {
    const { greeting } = line.script
    return listen(line, wish === 'unclear' ? [NOT_UNDERSTOOD, greeting] : [greeting], turn + 1)
  }
  return hangUp()
}

function hangUp(): VendorReply {
  return twiml((response) => {
    response.say(VOICE, GOODBYE)
    response.hangup()
  })
}

/** Plays every text inside the gather, so that a key or 'stop' works at any time. */
function listen({ parts }: Line, texts: readonly string[], turn: number, ask?: string): VendorReply {
  return twiml((response) => {
    const gather = response.gather({
      input: ['dtmf', 'speech'],
      ...{ language: 'en-AU', hints: HINTS, speechTimeout: 'auto' },
      ...{ numDigits: 1, timeout: PATIENCE_SECONDS, actionOnEmptyResult: true },
      ...{ action: inboundAddress(parts, 'inbound-choice', { turn, ask }), method: 'POST' },
    })
    for (const text of texts) gather.say(VOICE, text)
  })
}

const turnOf = (query: URLSearchParams): number => {
  const turn = Number(query.get('turn'))
  return Number.isInteger(turn) && turn >= 1 ? turn : MAX_TURNS
}
