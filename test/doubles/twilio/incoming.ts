// People who write to and call the numbers of the loopback Twilio. The number's own settings determine our address.

import type { NumbersPart, PlayedNumber } from './number-types.ts'
import type { Fields, TwilioState } from './state.ts'
import { type Element, readTwiml } from './twiml.ts'

export interface TextedUs {
  from: string
  /** A rented number; defaults to the first one. */
  to?: string
  body: string
  /** An equal one marks a repeat of the same message. */
  sid?: string
  optOutType?: 'STOP' | 'START' | 'HELP'
}

export interface CalledUs {
  from: string
  to?: string
  sid?: string
  /** The caller's act at each question, in order: a key, or words; silent afterwards. */
  does?: readonly ({ key: string } | { says: string })[]
  /** How it ends where they are put through; by default the other person presses 1 and they talk. */
  transfer?: 'completed' | 'mailbox' | 'no-answer' | 'busy' | 'failed'
}

export interface HeardFromUs {
  sid: string
  /** Every text, in order. */
  said: string[]
  /** Numbers that were rung for the caller, and the texts played to them. */
  dialled: string[]
  whispered: string[]
  /** Statuses of our answers. */
  answers: number[]
}

type Reply = { status: number; text: string } | null

/** No sensible conversation is longer. */
const MOST_ANSWERS = 20

export function peopleWhoReachUs(state: TwilioState, { numbers }: Pick<NumbersPart, 'numbers'>) {
  const ours = (to: string | undefined): PlayedNumber => {
    const found = numbers.find(({ phoneNumber }) => to === undefined || phoneNumber === to)
    if (!found) throw new Error('nobody rents this number')
    return found
  }
  return {
    /** A person writes to us. @returns our response */
    textUs({ from, to, body, sid = state.sid('SM'), optOutType }: TextedUs): Promise<Reply> {
      const { phoneNumber, smsUrl } = ours(to)
      return state.post(smsUrl, {
        ...{ MessageSid: sid, SmsSid: sid, SmsMessageSid: sid, From: from, To: phoneNumber, Body: body },
        ...{ NumMedia: '0', NumSegments: '1', SmsStatus: 'received' },
        ...(optOutType && { OptOutType: optOutType }),
      })
    },
    /** A person calls us and follows a script. */
    async callUs(call: CalledUs): Promise<HeardFromUs> {
      const { phoneNumber, voiceUrl } = ours(call.to)
      const sid = call.sid ?? state.sid('CA')
      const heard: HeardFromUs = { sid, said: [], dialled: [], whispered: [], answers: [] }
      const fields = {
        CallSid: sid,
        From: call.from,
        To: phoneNumber,
        Caller: call.from,
        Called: phoneNumber,
      }
      const ask = async (address: string, more: Fields): Promise<Element[] | null> => {
        const answer = await state.post(address, { ...fields, Direction: 'inbound', ...more })
        heard.answers.push(answer?.status ?? 0)
        return answer?.status === 200 ? readTwiml(answer.text) : null
      }
      await follow({ ask, heard, call, does: [...(call.does ?? [])] }, voiceUrl, { CallStatus: 'ringing' })
      return heard
    },
  }
}

interface Line {
  /** Posts to our address. @returns our next verbs; null where our response cannot be parsed */
  ask(address: string, more: Fields): Promise<Element[] | null>
  heard: HeardFromUs
  call: CalledUs
  /** The remaining acts. */
  does: ({ key: string } | { says: string })[]
}

/** Plays one answer after the other until somebody hangs up. */
async function follow(line: Line, address: string, fields: Fields): Promise<void> {
  let next: { address: string; fields: Fields } | null = { address, fields }
  while (next && line.heard.answers.length < MOST_ANSWERS) {
    const verbs = await line.ask(next.address, next.fields)
    next = verbs && (await play(line, verbs))
  }
}

/** Plays the verbs of one response. @returns the next callback; null where the call ends */
async function play(
  line: Line,
  verbs: readonly Element[],
): Promise<{ address: string; fields: Fields } | null> {
  const live = { CallStatus: 'in-progress' }
  for (const verb of verbs) {
    if (verb.name === 'Say') line.heard.said.push(verb.text)
    if (verb.name === 'Hangup') return null
    if (verb.name === 'Redirect') return { address: verb.text, fields: live }
    if (verb.name === 'Dial') {
      line.heard.dialled.push(...verb.children.map(({ text }) => text))
      return { address: actionOf(verb), fields: { ...live, ...(await ring(line, verb)) } }
    }
    if (verb.name === 'Gather') {
      line.heard.said.push(...verb.children.filter(({ name }) => name === 'Say').map(({ text }) => text))
      const given = line.does.shift()
      if (given) return { address: actionOf(verb), fields: { ...live, ...inputOf(given) } }
      if (verb.attributes.actionOnEmptyResult === 'true')
        return { address: actionOf(verb), fields: { ...live, Digits: '' } }
    }
  }
  return null
}

/** Phone of the person who takes over the call. */
async function ring({ ask, heard, call }: Line, { children }: Element): Promise<Fields> {
  const { transfer = 'completed' } = call
  if (transfer !== 'completed' && transfer !== 'mailbox') return { DialCallStatus: transfer }
  let next = children[0]?.attributes.url
  let fields: Fields = {}
  let isBridged = true
  while (next) {
    const verbs: Element[] = (await ask(next, { Direction: 'outbound-dial', ...fields })) ?? []
    const gather = verbs.find(({ name }) => name === 'Gather')
    heard.whispered.push(...(gather?.children.map(({ text }) => text) ?? []))
    isBridged = !gather && !verbs.some(({ name }) => name === 'Hangup')
    fields = { Digits: transfer === 'mailbox' ? '' : '1' }
    next = gather && actionOf(gather)
  }
  return { DialCallStatus: 'completed', DialBridged: String(isBridged) }
}

function actionOf({ name, attributes }: Element): string {
  if (!attributes.action) throw new Error(`<${name}> without an action leads back to where it came from`)
  return attributes.action
}

const inputOf = (given: { key: string } | { says: string }): Fields =>
  'key' in given
    ? { Digits: given.key, msg: 'Gather End' }
    : { SpeechResult: given.says, Confidence: '0.9', Language: 'en-AU' }
