// Decides whether the sender of an SMS opts out or opts in again.

import { cutText, manyLines } from '#contract/plain-text.ts'
import { readSmsOptOut } from '#server/conversation/opt-out/opt-out.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'

/** `hold`: perhaps an opt-out; no calls and no SMS until a person has read the message. */
export type Wish = 'stop' | 'start' | 'hold'

/** Opt in only as the whole message. */
const START_MESSAGES = new Set(['START', 'UNSTOP'])

/** @returns null for any other message */
export function wishOf(body: string): Wish | null {
  const message = body
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (START_MESSAGES.has(message)) return 'start'
  const reading = readSmsOptOut(body)
  return reading === 'none' ? null : reading === 'opt_out' ? 'stop' : 'hold'
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
