// Decides whether the sender of an SMS opts out or opts in again.

import { cutText, manyLines } from '#contract/plain-text.ts'
import { interpret } from '#server/conversation/interpret.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'

/** `hold`: perhaps an opt-out; no calls and no SMS until a person has read the message. */
export type Wish = 'stop' | 'start' | 'hold'

/** A request for a call. */
export interface CallWish {
  /** The time that it names; null: none. */
  from: Date | null
}

/** @returns null for any other message */
export function wishOf(body: string): Wish | null {
  const { label, optOut } = interpret({ step: 'sms', text: body })
  if (label === 'option_4') return 'stop'
  if (label === 'start') return 'start'
  return optOut === 'possible' ? 'hold' : null
}

/** 'Don't call me tomorrow at 2': the time is not the wished one. 'Don't ring before 10' names one. */
const NOT_THEN =
  /\b(?:don['’]?t|do not|never)\s+(?:\w+\s+)?(?:call|ring|phone)\b(?!.*\b(?:before|until|till)\b)/i

/** @param sender when the SMS was received, and the sender's zone; null: not recorded */
export function callWishOf(body: string, sender: { at: Date; zone: string | null }): CallWish | null {
  const context = { now: sender.at, ...(sender.zone !== null && { zone: sender.zone }) }
  const { label, value } = interpret({ step: 'sms', text: body, context })
  if (label !== 'callback' && label !== 'operator') return null
  const time = typeof value === 'object' && !NOT_THEN.test(body) ? value : null
  const local = time?.from ?? time?.asked
  if (!time || !local) return { from: null }
  const from = Temporal.PlainDateTime.from(local).toZonedDateTime(time.zone).epochMilliseconds
  return { from: from > sender.at.getTime() ? new Date(from) : null }
}

/** Characters in the longest SMS that a provider carries. */
const MAX_BODY = 1600

/** Removes characters that cannot be stored or change the direction of other text, and truncates the text. */
export function normaliseBody(body: string): string {
  const text = manyLines(body)
  // counted in characters, as providers do
  return cutText(text, [...text].slice(0, MAX_BODY).join('').length)
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
  const text = withoutLinks(body, home)
  return text === '' ? `${title}, without text` : `${title}: ${text}`
}

/** Masks our own links: people send them back, and they may open personal data. */
export function withoutLinks(body: string, home: string): string {
  return body.replaceAll(/https?:\/\/\S+/g, (link) => (link.startsWith(`${home}/`) ? '[link]' : link))
}
