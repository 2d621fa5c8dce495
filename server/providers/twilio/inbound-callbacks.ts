import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js'
import { spokenWish } from '#server/conversation/spoken.ts'
import type { InboundCall, InboundRequest, InboundScript, VendorReply } from '../ports/vendors.ts'
import type { TwilioParts } from './parts.ts'
import type { Params } from './signature.ts'

const VOICE = { voice: 'Polly.Olivia-Neural', language: 'en-AU' } as const
const HINTS = 'stop, opt out, remove me, operator, person'
const PATIENCE_SECONDS = 6
const TRANSFER_RINGS_SECONDS = 20
/** How often the greeting is played to a caller who does not respond. */
const MOST_TURNS = 3
/** Read by Twilio only, neither sent nor signed. Few, quick retries: the line is silent meanwhile. */
const RETRY_FRAGMENT = '#rc=2&rp=5xx,ct,rt&ct=2000&rt=6000'

const NOT_UNDERSTOOD = 'Sorry, I did not understand that.'
const TRANSFERRING = 'I am putting you through to a person. Please hold.'
const GOODBYE = 'Goodbye.'

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
  if (topic === 'inbound-operator') return afterTransfer(line, params.DialCallStatus)
  const wish = wishOf(params)
  if (wish === 'opt_out') return optOut(line)
  if (wish === 'operator') return toPerson(line)
  return repeatGreeting(line, wish, turnOf(query))
}

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

const keys: Readonly<Record<string, InboundRequest>> = { 4: 'opt_out', 0: 'operator' }

function wishOf({ Digits, SpeechResult }: Params): InboundRequest | 'silence' | 'unclear' {
  if (Digits) return keys[Digits.charAt(0)] ?? 'unclear'
  if (!SpeechResult?.trim()) return 'silence'
  const wish = spokenWish(SpeechResult)
  if (wish.kind === 'operator') return 'operator'
  return wish.kind === 'option' && wish.option === 'option_4' ? 'opt_out' : 'unclear'
}

/** After the opt-out the caller may still ask for a person. */
async function optOut(line: Line): Promise<VendorReply> {
  const { parts, call, script } = line
  await parts.hooks.inboundRequest(call, 'opt_out')
  return listen(line, [script.optedOut], MOST_TURNS)
}

async function toPerson(line: Line): Promise<VendorReply> {
  const { transferTo } = line.script
  if (transferTo === null) return requestCallBack(line)
  return twiml((response) => {
    response.say(VOICE, TRANSFERRING)
    const action = address(line.parts, 'inbound-operator', 1)
    response.dial({ action, method: 'POST', timeout: TRANSFER_RINGS_SECONDS }).number(transferTo)
  })
}

async function afterTransfer(line: Line, status: string | undefined): Promise<VendorReply> {
  // the caller and the person have talked
  if (status === 'completed' || status === 'answered') return twiml((response) => response.hangup())
  return requestCallBack(line)
}

async function requestCallBack({ parts, call, script }: Line): Promise<VendorReply> {
  await parts.hooks.inboundRequest(call, 'operator')
  return twiml((response) => {
    response.say(VOICE, `${script.operator} ${GOODBYE}`)
    response.hangup()
  })
}

function repeatGreeting(line: Line, wish: 'silence' | 'unclear', turn: number): VendorReply {
  if (turn < MOST_TURNS) {
    const { greeting } = line.script
    return listen(line, wish === 'unclear' ? [NOT_UNDERSTOOD, greeting] : [greeting], turn + 1)
  }
  return twiml((response) => {
    response.say(VOICE, GOODBYE)
    response.hangup()
  })
}

/** Plays every text inside the gather, so that a key or 'stop' works at any time. */
function listen({ parts }: Line, texts: readonly string[], turn: number): VendorReply {
  return twiml((response) => {
    const gather = response.gather({
      input: ['dtmf', 'speech'],
      ...{ language: 'en-AU', hints: HINTS, speechTimeout: 'auto' },
      ...{ numDigits: 1, timeout: PATIENCE_SECONDS, actionOnEmptyResult: true },
      ...{ action: address(parts, 'inbound-choice', turn), method: 'POST' },
    })
    for (const text of texts) gather.say(VOICE, text)
  })
}

function address({ publicUrl }: TwilioParts, topic: Topic, turn: number): string {
  return `${publicUrl}/api/webhooks/twilio/${topic}?turn=${turn}${RETRY_FRAGMENT}`
}

const turnOf = (query: URLSearchParams): number => {
  const turn = Number(query.get('turn'))
  return Number.isInteger(turn) && turn >= 1 ? turn : MOST_TURNS
}

function twiml(write: (response: VoiceResponse) => unknown): VendorReply {
  const response = new VoiceResponse()
  write(response)
  return { status: 200, contentType: 'text/xml', body: response.toString() }
}
