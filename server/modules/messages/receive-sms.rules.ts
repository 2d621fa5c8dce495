// Decides whether the sender of an SMS opts out or opts in again.

import { cutText, manyLines } from '#contract/plain-text.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'

export type Wish = 'stop' | 'start'

/** Opt out as the first or last word of any message: in doubt the sender is not called. */
const STOP_WORDS = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'OPTOUT'])
/** Opt out only as the whole message: 'cancel my meeting' is not an opt-out. */
const STOP_MESSAGES = new Set(['CANCEL', 'END', 'QUIT', 'REVOKE', 'OPT OUT', 'REMOVE'])
/** The time of 'not this week', where 'not on this number' has none. */
const TIME = '(?:TIME|MORNING|AFTERNOON|EVENING|WEEK|WEEKEND|MONTH|QUARTER|YEAR|\\w+DAY)\\b'
/**
 * A time for which somebody asks to be left alone: they do not mind another one. 'At all', 'from now on' and 'on this
 * number' are none.
 */
const FOR_NOW = `(?! (?:(?!(?:ON|AT|FROM|AFTER|NOW) )\\w+ )?(?:${[
  'BEFORE|UNTIL|TILL|TODAY|TONIGHT|TOMORROW|YET|BETWEEN|WHILE|DURING|WHEN',
  'NOW\\b(?! OR\\b)',
  `(?:THIS|NEXT) ${TIME}`,
  'ON (?!THIS|MY|OUR|ANY|IT)',
  `AT (?!ALL|ANY|MY|OUR|THIS (?!${TIME}))`,
  'AFTER (?!THIS|TODAY|NOW)',
  'FROM (?!NOW|TODAY|YOUR|THIS|ANY)',
].join('|')})\\b)`
const NOT = '(?:DO NOT|DON T|DONT|NEVER)'
const REACH = '(?:TEXT|MESSAGE|SMS|CALL|RING|PHONE|CONTACT)'
/** What we send, as people call it; 'this call' and 'the SMS' are one of them, about which something else is wished. */
const OURS = '(?:TEXTS|MESSAGES|SMS|CALLS|EMAILS|SPAM)'
/** Clear wishes in the middle of a message, its punctuation taken out: DON'T is DON T. */
const STOP_PHRASES = [
  /\b(?:OPT OUT|OPT ME OUT|OPTING OUT|UNSUBSCRIBE|UNSUB)\b/,
  /\b(?:STOP|QUIT|CEASE) (?:TEXTING|MESSAGING|SMSING|SENDING|CONTACTING|CALLING|RINGING|PHONING|SPAMMING|BOTHERING|HARASSING)\b/,
  new RegExp(`\\bSTOP (?:(?:ALL|THE|THESE|THIS|YOUR|OF) )*${OURS}\\b`),
  new RegExp(`\\b${NOT} (?:EVER )?${REACH} (?:ME|US|MY NUMBER|THIS NUMBER|HERE|AGAIN)\\b${FOR_NOW}`),
  new RegExp(`\\b${NOT} (?:EVER )?${REACH}$`),
  /\bDO NOT CALL (?:REGISTER|REGISTRY|LIST)\b/,
  new RegExp(
    `\\b${NOT} (?:WANT|WISH) (?:TO (?:RECEIVE|GET|HAVE) )?(?:(?:ANY|MORE|OF|THESE|YOUR) )*${OURS}\\b${FOR_NOW}`,
  ),
  new RegExp(`\\b${NOT} (?:WANT|WISH) TO BE (?:CALLED|CONTACTED|TEXTED|RUNG|PHONED)\\b${FOR_NOW}`),
  /\b(?:DO NOT|DON T|DONT) SEND (?:ME |US )?(?:ANY ?MORE|ANYTHING|TEXTS|MESSAGES|SMS)\b/,
  /\bNO MORE (?:TEXTS?|MESSAGES?|SMS|CALLS?)\b/,
  /\b(?:REMOVE|DELETE|TAKE) (?:ME|US|MY NUMBER|THIS NUMBER|MY NAME|MY DETAILS)\b(?! TO\b)/,
  /\b(?:REMOVE|DELETE) FROM (?:\w+ ){0,2}(?:LIST|DATABASE|RECORDS)\b/,
  /\bLEAVE ME ALONE\b/,
]
/** 'Don't stop' */
const GO_ON = /\b(?:DO NOT|DON T|DONT|NEVER|CAN T|CANNOT|WON T) (?:YOU )?STOP$/

/** Opt in only as the whole message. */
const START_MESSAGES = new Set(['START', 'UNSTOP'])

/** @returns null for any other message */
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
  const asksOut = STOP_PHRASES.some((phrase) => phrase.test(message))
  const byWord = ends.some((word) => STOP_WORDS.has(word)) && !GO_ON.test(message)
  return asksOut || byWord || STOP_MESSAGES.has(message) ? 'stop' : null
}

/** Characters in the longest SMS that a provider carries. */
const MAX_BODY = 1600

/** Removes characters that cannot be stored or change the direction of other text, and truncates the text. */
export function normaliseBody(body: string): string {
  return cutText(manyLines(body), MAX_BODY)
}

interface ReceivedSms {
  body: string
  /** E.164; null for a broker's number. */
  from: string | null
  /** Public URL. Our own links are masked, because people send them back and they may open personal data. */
  home: string
}

/** 'SMS received: Please call me after lunch' */
export function receivedText({ body, from, home }: ReceivedSms): string {
  const title = from === null ? 'SMS received' : `SMS received from ${formatPhone(from)}`
  const text = body.replaceAll(/https?:\/\/\S+/g, (link) => (link.startsWith(`${home}/`) ? '[link]' : link))
  return text === '' ? `${title}, without text` : `${title}: ${text}`
}
