// Decides whether a message may be sent, when it is retried, and when it has failed for good.

import type { Selectable } from 'kysely'
import type { MessageChannel, MessageStatus } from '#contract/messages/messages.ts'
import type { SendResult } from '#server/providers/ports/messaging.ts'
import type { Messages } from '#server/schema.gen.ts'

export const HELD_WITHOUT_PROVIDER: Record<MessageChannel, string> = {
  sms: 'SMS isn’t set up.',
  email: 'Email isn’t set up.',
}
export const HELD_SIMULATED = 'The simulator’s numbers reach nobody.'

/** A message's first state: queued, held with the reason, or failed because its address is invalid. */
export interface FirstState {
  status: 'queued' | 'held' | 'failed'
  reason: string | null
  nextAttemptAt: Date | null
}

export interface FirstFacts {
  to: string
  simulated: boolean
  /** The channel has a provider. */
  configured: boolean
  now: Date
}

export function firstState(channel: MessageChannel, facts: FirstFacts): FirstState {
  const refusal = channel === 'email' ? whyNoAddress(facts.to) : null
  if (refusal) return { status: 'failed', reason: refusal, nextAttemptAt: null }
  const held = whyHeld(channel, facts)
  if (held) return { status: 'held', reason: held, nextAttemptAt: null }
  return { status: 'queued', reason: null, nextAttemptAt: facts.now }
}

/** @returns why a message is held in the outbox; null: it may be sent */
export function whyHeld(
  channel: MessageChannel,
  facts: { simulated: boolean; configured: boolean },
): string | null {
  if (!facts.configured) return HELD_WITHOUT_PROVIDER[channel]
  return channel === 'sms' && facts.simulated ? HELD_SIMULATED : null
}

/** RFC 5321, 4.5.3.1: a local part of at most 64 characters, 254 in all. */
const MAX_ADDRESS = 254
/** One bare address: no name, list or comment, and no character that could end a header or a command. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]+$/u

/** @returns why this is not an address, for people; null: it may be one */
export function whyNoAddress(address: string): string | null {
  return address.length <= MAX_ADDRESS && ADDRESS.test(address)
    ? null
    : 'Email cannot be sent to this address. Correct it in the record, then send it again from there.'
}

/** Makes a text safe for a header: line breaks and other control characters become spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

const MINUTE_MS = 60_000
/** After the first, second … temporary refusal; the sixth attempt is the last. */
const RETRY_MINUTES = [1, 5, 30, 120, 720]
export const MAX_ATTEMPTS = RETRY_MINUTES.length + 1

export const UNKNOWN = 'It is not known whether this message was sent.'
export const OUT_OF_DATE = 'This message is out of date: it was cancelled, or a newer one has replaced it.'
export const TOO_LATE = 'It was not sent in time and would only cause confusion now.'

/** A message's state after an attempt. */
export type NextState =
  | { status: 'sent'; reason: null; nextAttemptAt: null; providerRef: string | null }
  | { status: 'queued'; reason: string; nextAttemptAt: Date }
  | { status: 'failed'; reason: string; nextAttemptAt: null }

/** @param facts.attempts including the one with this result */
export function afterAttempt(
  result: SendResult,
  facts: { attempts: number; now: Date; notAfter: Date | null },
): NextState {
  if (result.kind === 'accepted') {
    return { status: 'sent', reason: null, nextAttemptAt: null, providerRef: result.ref }
  }
  if (result.kind === 'refused') return failed(result.message)
  if (result.kind === 'unclear') return failed(`${UNKNOWN} ${result.message}`)
  const pause = RETRY_MINUTES[facts.attempts - 1]
  if (pause === undefined) return failed(`Failed after ${facts.attempts} attempts. ${result.message}`)
  const wait = Math.max(pause * MINUTE_MS, (result.afterSeconds ?? 0) * 1000)
  const nextAttemptAt = new Date(facts.now.getTime() + wait)
  if (facts.notAfter && nextAttemptAt >= facts.notAfter) return failed(`${TOO_LATE} ${result.message}`)
  return { status: 'queued', reason: result.message, nextAttemptAt }
}

const failed = (reason: string): NextState => ({ status: 'failed', reason, nextAttemptAt: null })

const HELD_HOURS = 24
const HOUR_MS = 60 * MINUTE_MS
export const HELD_TOO_LONG = 'It was written more than 24 hours ago and would only cause confusion now.'
const MAY_DUPLICATE =
  'It is not known whether this message was sent. If it was, the person will receive it twice.'

export interface StoredMessage {
  channel: MessageChannel
  to: string
  status: MessageStatus
  reason: string | null
  simulated: boolean
  createdAt: Date
  notAfter: Date | null
  /** Since when it is not wanted any more. */
  cancelAskedAt: Date | null
}

export const toStoredMessage = (row: Selectable<Messages>): StoredMessage => ({
  // the table's checks allow no other values
  channel: row.channel as MessageChannel,
  status: row.status as MessageStatus,
  to: row.recipient,
  reason: row.reason,
  simulated: row.simulated,
  createdAt: row.createdAt,
  notAfter: row.notAfter,
  cancelAskedAt: row.cancelAskedAt,
})

/** Statuses in which there is something to send. */
export const RESENDABLE: readonly MessageStatus[] = ['held', 'queued', 'failed']

/** It may have been sent already. */
export const isDoubtful = ({ reason }: Pick<StoredMessage, 'reason'>): boolean =>
  reason?.startsWith(UNKNOWN) ?? false

/**
 * Whether staff may resend a message that was not sent automatically.
 * @returns null if there is nothing to send: it was sent, is being sent, or was cancelled
 */
export function manualResend(
  message: StoredMessage,
  facts: { configured: boolean; now: Date },
): { refusal: string | null; warning: string | null } | null {
  if (!RESENDABLE.includes(message.status)) return null
  const warning = isDoubtful(message) ? MAY_DUPLICATE : null
  return { refusal: whyNotNow(message, facts), warning }
}

function whyNotNow(
  message: StoredMessage,
  { configured, now }: { configured: boolean; now: Date },
): string | null {
  const { channel, simulated, status, createdAt, notAfter } = message
  if (message.cancelAskedAt) return OUT_OF_DATE
  if (!configured) return NOT_CONFIGURED[channel]
  const held = whyHeld(channel, { simulated, configured })
  if (held) return held
  if (channel === 'email' && whyNoAddress(message.to)) return whyNoAddress(message.to)
  if (notAfter && notAfter <= now) return TOO_LATE
  const age = now.getTime() - createdAt.getTime()
  return status === 'held' && age > HELD_HOURS * HOUR_MS ? HELD_TOO_LONG : null
}

const NOT_CONFIGURED: Record<MessageChannel, string> = {
  email: 'Email isn’t set up. Your server administrator has to set SMTP_URL and MAIL_FROM.',
  sms: 'SMS isn’t set up. Set up Twilio with a number that can send SMS: see Settings, Services.',
}

/** Mails whose link opens or makes an account. */
export const WITH_KEYS = ['reset_password', 'verify_email', 'staff_invited']
const KEY = /((?:token|reset|invitation)=)[^\s"'<>&]+/g
export const HIDDEN = 'hidden'

export const carriesKey = (template: string | null): boolean => WITH_KEYS.includes(template ?? '')

/**
 * The text of a mail without the keys in its links that open an account, because readers of the outbox are not its
 * recipient.
 */
export function withoutKeys(template: string | null, text: string): string {
  return carriesKey(template) ? text.replaceAll(KEY, `$1${HIDDEN}`) : text
}
