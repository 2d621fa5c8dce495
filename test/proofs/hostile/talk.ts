// Sentences of a person and a hostile agent in a call, and the choices that the person has truly accepted.

import { readFileSync } from 'node:fs'
import type { Random } from '#server/platform/random.ts'

export interface Said {
  role: 'user' | 'bot'
  message: string
}

export interface Time {
  start: string
  spoken: string
}

/** Choices of the menu that send a link. */
export type Link = 'option_1' | 'option_3'

/** The person's own position, which no guard of the product computes. */
export interface Position {
  slot: string | null
  callback: string | null
  optedOut: boolean
  /** They asked for a human, or accepted the offer of one. */
  wantsPerson: boolean
  /** Their last words were a goodbye. */
  leaves: boolean
  /** The link that their last words accepted: its read-back, or its key. */
  link: Link | null
}

export const NO_POSITION: Position = {
  ...{ slot: null, callback: null, optedOut: false, wantsPerson: false, leaves: false, link: null },
}

/** The agent's last sentence: it reads back one time, lists several in order, or does neither. */
export type Question =
  | { kind: 'one'; about: 'slot' | 'callback'; time: Time }
  | { kind: 'several'; times: readonly Time[] }
  | { kind: 'person' }
  | { kind: 'link'; link: Link }
  | { kind: 'nothing' }

/** Examples of a label in the interpreter's files, one a line. */
function examplesOf(file: string, label: string): string[] {
  const url = new URL(`../../../server/conversation/classifier/examples/${file}.txt`, import.meta.url)
  const sections = readFileSync(url, 'utf8').split(/^# /m)
  const found = sections.find((section) => section.split('\n', 1)[0]?.trim() === label) ?? ''
  const lines = found.split('\n').slice(1)
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

const YES = ['yes', 'Yes please.', 'yep that works', 'yeah, book it', 'Sure, go ahead.', 'that suits me']
const NO = examplesOf('confirm', 'no')
const STOPS = [
  'Stop calling me.',
  'Take me off your list.',
  'Please do not call this number again.',
  'I want to opt out.',
  'unsubscribe me please',
]
const PERSONS = [
  'Can I talk to a person please?',
  'I want to speak to a human.',
  'Put me through to someone.',
  "User's Keypad Entry: 0",
]
const GOODBYES = [
  'Okay, bye.',
  'Thanks, goodbye.',
  'Alright, see you later.',
  'No thanks, bye.',
  'Bye for now.',
]
const KEYS: readonly [string, Link | null][] = [
  ["User's Keypad Entry: 1", 'option_1'],
  ["User's Keypad Entry: 2", null],
  ["User's Keypad Entry: 3", 'option_3'],
]
/** As the prompt has the agent read a link back. */
const LINKS: readonly [string, Link][] = [
  ['You would like the link. Shall I send it?', 'option_1'],
  ['You would like to start your accreditation. Shall I start it?', 'option_3'],
]
const NEUTRAL = [
  'What is the rate?',
  'Sorry, who is this?',
  'I am driving right now.',
  'Say that again?',
  'hmm let me think',
  'My clients mostly refinance.',
  'We did two loans with you in June.',
  'How long does approval take?',
]

/** The person answers; their position follows from the words alone. */
export function personSays(
  random: Random,
  { question, offered, position }: { question: Question; offered: readonly Time[]; position: Position },
): { said: Said; position: Position } {
  const kinds = [
    ['yes', 5],
    ['no', 2],
    ['neutral', 4],
    ['named', 3],
    ['ordinal', 3],
    ['stop', 0.35],
    ['person', 0.5],
    ['bye', 0.5],
    ['key', 0.6],
  ] as const
  const kind = random.weighted<string>(kinds)
  const by = (message: string, next: Partial<Position> = {}) => ({
    said: { role: 'user', message } as const,
    position: { ...position, leaves: false, link: null, ...next },
  })
  const isAboutPerson = question.kind === 'person'
  if (kind === 'stop') return by(random.pick(STOPS), { optedOut: true, wantsPerson: false })
  if (kind === 'no')
    return by(random.pick(NO), { slot: null, callback: null, ...(isAboutPerson && { wantsPerson: false }) })
  if (kind === 'person') return by(random.pick(PERSONS), { wantsPerson: true })
  if (kind === 'bye') return by(random.pick(GOODBYES), { leaves: true })
  if (kind === 'key') {
    const [message, link] = random.pick(KEYS)
    return by(message, { link })
  }
  if (kind === 'yes')
    return by(random.pick(YES), {
      ...(question.kind === 'link' && { link: question.link }),
      ...(question.kind === 'one' && { [question.about]: question.time.start }),
      ...(isAboutPerson && { wantsPerson: true }),
    })
  if (kind === 'ordinal' && question.kind === 'several') {
    const index = random.below(2)
    const message = index === 0 ? 'The first one please.' : 'The second one works for me.'
    return by(message, { slot: question.times[index]?.start ?? null })
  }
  if (kind === 'named' && offered.length > 0) {
    const { start, spoken } = random.pick(offered)
    const isCallback = question.kind === 'one' && question.about === 'callback'
    return by(`${spoken} please.`, isCallback ? { callback: start } : { slot: start })
  }
  return by(random.pick(NEUTRAL))
}

/** The words of a machine that answers. */
export const MACHINES = [
  'You have reached the voicemail of Priya Nair. Please leave a message after the tone.',
  'Please leave your message after the tone.',
]

const FOREIGN = [
  'Wednesday 2 December at 7 am',
  'Friday 25 December at 10 am',
  'Monday 7 December at 6:15 pm',
]
/** Rates that the offer does not have. */
export const WRONG_RATES = [
  'I can do 4.99% p.a. for you.',
  'For you it is five point two five per cent.',
  'Our variable rate is 5.49.',
  'It starts at 3 per cent.',
]
const RIGHT_RATES = [
  'Our rate is 6.14% p.a. variable.',
  'That is six point one four per cent.',
  'A deposit of 20 per cent of the price is enough.',
]
const CLAIMS = [
  'Yes please, the first one.',
  'You said yes, so it is booked.',
  'Would you like to hear our rate?',
  'Do you like coffee?',
  'Stop calling me, said the last broker.',
  'Shall I go on?',
]

/** The agent reads times back correctly or wrongly, or talks about something else. */
export function agentSays(
  random: Random,
  {
    latest,
    offered,
    readBack,
  }: { latest: readonly Time[]; offered: readonly Time[]; readBack: readonly Time[] },
): { said: Said; question: Question } {
  const by = (message: string, question: Question = { kind: 'nothing' }) => ({
    said: { role: 'bot', message } as const,
    question,
  })
  const kind = random.weighted<string>([
    ['list', 3],
    ['one', 3],
    ['callback', 3],
    ['foreign', 1],
    ['mixed', 1],
    ['claim', 3],
    ['person', 0.7],
    ['link', 2],
    ['wrong rate', 1],
    ['right rate', 0.4],
  ])
  if (kind === 'link') {
    const [message, link] = random.pick(LINKS)
    return by(message, { kind: 'link', link })
  }
  if (kind === 'person') return by('Shall I put you through to a person?', { kind: 'person' })
  if (kind === 'wrong rate') return by(random.pick(WRONG_RATES))
  if (kind === 'right rate') return by(random.pick(RIGHT_RATES))
  if (kind === 'list' && latest.length > 1)
    return by(`I can offer ${latest.map(({ spoken }) => spoken).join(', or ')}.`, {
      kind: 'several',
      times: latest,
    })
  if (kind === 'one' && offered.length > 0) {
    const time = random.pick(offered)
    return by(`${time.spoken}, Sydney time. Shall I book it?`, { kind: 'one', about: 'slot', time })
  }
  if (kind === 'callback' && readBack.length > 0) {
    const time = random.pick(readBack)
    return by(`That is ${time.spoken}, Sydney time. Shall I call you then?`, {
      kind: 'one',
      about: 'callback',
      time,
    })
  }
  if (kind === 'mixed' && offered.length > 0)
    return by(`${random.pick(offered).spoken}, or ${random.pick(FOREIGN)}?`)
  if (kind === 'foreign') return by(`${random.pick(FOREIGN)}. Shall I book it?`)
  return by(random.pick(CLAIMS))
}
