// One hand-off in virtual time: plays Twilio, the broker and the phones of the team. Some callbacks reach processes that exit or hang,
// and are repeated by the rules of their address.

import { type Element, readTwiml } from '../doubles/twilio/twiml.ts'

export const phoneKinds = [
  ...['accepts', 'silent', 'engaged', 'unreachable', 'declines', 'hangs_up', 'mailbox'],
] as const
export type PhoneKind = 'accepts' | 'silent' | 'engaged' | 'unreachable' | 'declines' | 'hangs_up' | 'mailbox'

/** Where no phone accepts, `books` takes a meeting and `names_time` a call back; `leaves` hangs up while a phone rings. */
export type BrokerKind = 'waits' | 'books' | 'names_time' | 'leaves'

/** What the process does that receives a callback first. */
export const fates = ['answers', 'is_gone', 'dies', 'dies_after', 'hangs'] as const
export type Fate = (typeof fates)[number]

export type Fields = Readonly<Record<string, string>>

export interface LineParts {
  /** @returns the process's answer; null for none */
  deliver(address: string, fields: Fields, fate: Fate): Promise<string | null>
  /** A repetition reaches another process, which answers. */
  nextFate(): Fate
  random(): number
  /** Advances the clock of the processes. */
  pass(seconds: number): void
}

export interface Callers {
  /** Twilio's SID of the broker's call. */
  sid: string
  broker: BrokerKind
  phone(to: string): PhoneKind
}

export interface PlayedLine {
  /** The longest time without a sound, in seconds. */
  silence: { broker: number; team: number }
  /** From the request to the offer of something else; null: a phone accepted, or the broker left. */
  waited: number | null
  bridgedTo: string | null
  /** Callbacks that were repeated. */
  repeats: number
  problems: string[]
}

interface Line extends PlayedLine {
  parts: LineParts
  callers: Callers
  elapsed: number
  /** Answers of the broker since the offer. */
  choices: number
}

type NextCallback = { address: string; fields: Fields } | null

const WORDS_A_SECOND = 2.6
const ANSWER_SECONDS = 3
const TALK_SECONDS = 60
const MAX_STEPS = 40

/** Plays from the key 0 to the end of the call. @param address of the choice */
export async function playHandOff(parts: LineParts, callers: Callers, address: string): Promise<PlayedLine> {
  const line: Line = {
    ...{ parts, callers, elapsed: 0, silence: { broker: 0, team: 0 }, waited: null, bridgedTo: null },
    ...{ repeats: 0, problems: [], choices: 0 },
  }
  let callback: NextCallback = { address, fields: { Digits: '0' } }
  for (let step = 0; callback && step < MAX_STEPS; step++) {
    const verbs: Element[] | null = await exchange(line, 'broker', callback)
    callback = verbs && (await follow(line, verbs))
  }
  return line
}

function pass(line: Line, seconds: number): void {
  line.elapsed += seconds
  line.parts.pass(seconds)
}

/** Sends a callback as Twilio does, with the repetitions that its address specifies. */
async function exchange(
  line: Line,
  side: 'broker' | 'team',
  callback: NonNullable<NextCallback>,
): Promise<Element[] | null> {
  const { parts, callers } = line
  const [address = '', rules] = callback.address.split('#')
  const policy = new URLSearchParams(rules)
  const fields = { CallSid: callers.sid, CallStatus: 'in-progress', ...callback.fields }
  let silent = 0
  for (let tries = 0; tries <= Number(policy.get('rc') ?? 0); tries++) {
    const fate = tries === 0 ? parts.nextFate() : 'answers'
    const started = performance.now()
    const reply = await parts.deliver(address, fields, fate)
    const took = (performance.now() - started) / 1000
    const lasted = { is_gone: Number(policy.get('ct')) / 1000, hangs: Number(policy.get('rt')) / 1000 }
    const cost = fate === 'is_gone' || fate === 'hangs' ? lasted[fate] : took
    silent += cost
    pass(line, cost)
    line.silence[side] = Math.max(line.silence[side], silent)
    if (reply !== null) return readTwiml(reply)
    if (policy.get('rp') !== 'all') break
    line.repeats += 1
  }
  line.problems.push(`no answer of ${address}`)
  return null
}

const speak = (line: Line, verbs: readonly Element[]): void =>
  pass(line, verbs.flatMap(({ text }) => text.split(/\s+/)).length / WORDS_A_SECOND)

/** The instructions for the broker's line. */
async function follow(line: Line, verbs: readonly Element[]): Promise<NextCallback> {
  for (const verb of verbs) {
    if (verb.name === 'Say') speak(line, [verb])
    if (verb.name === 'Dial') return ring(line, verb)
    if (verb.name === 'Gather') return choose(line, verb)
    if (verb.name === 'Hangup') return null
  }
  line.problems.push('the instructions of the broker end')
  return null
}

/** The broker chooses after the offer of something else. */
function choose(line: Line, gather: Element): NextCallback {
  line.waited ??= line.elapsed
  const says = gather.children.map(({ text }) => text).join(' ')
  speak(line, gather.children)
  line.choices += 1
  const fields = answerOf(line, says)
  return fields && { address: gather.attributes.action ?? '', fields }
}

function answerOf({ callers, choices }: Line, says: string): Fields | null {
  if (choices > 2) return null
  if (callers.broker === 'names_time')
    return { SpeechResult: choices === 1 ? 'Call me tomorrow at 3 pm' : 'Yes please' }
  const isTimes = /first time|next free time/i.test(says)
  if (callers.broker !== 'books' || !(isTimes || /press 2/i.test(says))) return null
  return { Digits: isTimes ? '1' : '2' }
}

async function ring(line: Line, dial: Element): Promise<NextCallback> {
  const { callers, parts } = line
  const number = dial.children.find(({ name }) => name === 'Number')
  const to = number?.text ?? ''
  const timeout = Number(dial.attributes.timeout)
  if (dial.attributes.answerOnBridge !== 'true') line.problems.push('the line is silent while a phone rings')
  const ended = (fields: Fields): NextCallback => ({ address: dial.attributes.action ?? '', fields })
  if (callers.broker === 'leaves' && parts.random() < 0.5) {
    pass(line, parts.random() * timeout)
    return leave(line, dial)
  }
  const kind = callers.phone(to)
  if (kind === 'engaged' || kind === 'unreachable') {
    pass(line, 1)
    return ended({ DialCallStatus: kind === 'engaged' ? 'busy' : 'failed' })
  }
  if (kind === 'silent' || timeout < ANSWER_SECONDS) {
    pass(line, timeout)
    return ended({ DialCallStatus: 'no-answer' })
  }
  pass(line, ANSWER_SECONDS)
  const accepted = await listens(line, { kind, url: number?.attributes.url ?? '' })
  if (line.callers.broker === 'leaves') return leave(line, dial)
  // Twilio may lose the phone that has just accepted
  if (!accepted || parts.random() < 0.03) return ended({ DialCallStatus: 'completed', DialBridged: 'false' })
  line.bridgedTo = to
  pass(line, TALK_SECONDS)
  return ended({ DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: String(TALK_SECONDS) })
}

/** The broker hangs up: Twilio may still report the end of the dial. */
async function leave(line: Line, dial: Element): Promise<null> {
  if (line.parts.random() < 0.5) {
    const fields = { DialCallStatus: 'canceled', CallStatus: 'completed' }
    await exchange(line, 'broker', { address: dial.attributes.action ?? '', fields })
  }
  return null
}

/** The owner of a phone hears who is on the line. @returns whether Twilio connects the lines */
async function listens(line: Line, { kind, url }: { kind: PhoneKind; url: string }): Promise<boolean> {
  const own = { CallSid: `CA${'e'.repeat(32)}`, ParentCallSid: line.callers.sid }
  let callback: NextCallback = { address: url, fields: own }
  for (let step = 0; callback && step < 5; step++) {
    const verbs: Element[] | null = await exchange(line, 'team', callback)
    const gather = verbs?.find(({ name }) => name === 'Gather')
    if (!gather) return verbs !== null && !verbs.some(({ name }) => name === 'Hangup')
    if (kind === 'hangs_up') {
      pass(line, 1)
      return false
    }
    speak(line, gather.children)
    if (kind === 'mailbox') pass(line, Number(gather.attributes.timeout))
    const Digits = kind === 'accepts' ? '1' : kind === 'declines' ? '3' : ''
    callback = { address: gather.attributes.action ?? '', fields: { ...own, Digits } }
  }
  return false
}
