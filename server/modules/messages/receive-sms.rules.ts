// Decides what the sender of an SMS wants of us: to be left alone, or to hear from us again.

import { formatPhone } from '#server/modules/brokers/phone.rules.ts'

export type Wish = 'stop' | 'start'

/** Enough as the first or the last word, whatever stands around it: in doubt nobody is called. */
const STOP_WORDS = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'OPTOUT'])
/** Words that mean it only when they stand alone: 'cancel my meeting' is no opt-out. */
const STOP_MESSAGES = new Set(['CANCEL', 'END', 'QUIT', 'REVOKE', 'OPT OUT'])
/** Nothing but the word itself ends an opt-out. */
const START_MESSAGES = new Set(['START', 'UNSTOP'])

/** @returns null for a message that is for people to read */
export function wishOf(body: string): Wish | null {
  const words = body
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
  const message = words.join(' ')
  if (START_MESSAGES.has(message)) return 'start'
  const ends = [words[0] ?? '', words.at(-1) ?? '']
  const optsOut = /\b(OPT OUT|UNSUBSCRIBE)\b/.test(message)
  return optsOut || STOP_MESSAGES.has(message) || ends.some((word) => STOP_WORDS.has(word)) ? 'stop' : null
}

/** The most that one message carries. */
const LONGEST_BODY = 1600

/** As the database takes it: it refuses NUL characters and halves of surrogate pairs. */
export function normaliseBody(body: string): string {
  return [...body.replaceAll('\0', '').toWellFormed()].slice(0, LONGEST_BODY).join('').trim()
}

interface ReceivedWords {
  body: string
  /** E.164, where it is no broker's number. */
  from: string | null
  /** Where our own links lead: they may open personal data, and people send them back. */
  home: string
}

/** 'SMS received: Please call me after lunch' */
export function receivedText({ body, from, home }: ReceivedWords): string {
  const who = from === null ? 'SMS received' : `SMS received from ${formatPhone(from)}`
  const text = body.replaceAll(/https?:\/\/\S+/g, (link) => (link.startsWith(`${home}/`) ? '[link]' : link))
  return text === '' ? `${who}, without text` : `${who}: ${text}`
}
