// Decides what a follow-up SMS says and how it fits one message.

import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** As people in Australia write it, e.g. '1800 160 401'; what is no number stays as it is. */
export function displayPhone(text: string): string {
  return parsePhoneNumberFromString(text, 'AU')?.formatNational() ?? text
}

/** One SMS in the GSM alphabet (3GPP TS 23.038). */
export const SMS_LENGTH = 160

/** Characters of the alphabet's extension table, which take two places. */
const EXTENDED = /[\^{}\\[\]~|€]/g

/** Places that a text takes in the GSM alphabet. */
export function gsmLength(text: string): number {
  return text.length + (text.match(EXTENDED)?.length ?? 0)
}

/** A name cut further says nothing. */
const SHORTEST_NAME = 8

export interface LinkSms {
  lender: string
  product: string
  url: string
  phone: string
}

/**
 * The SMS that a broker asked for with option 1: who sends it, the link, a contact, how to stop. Where it would
 * need a second message, first the contact goes (the linked page carries it), then the product's name is cut.
 */
export function linkSms({ lender, product, url, phone }: LinkSms): string {
  const text = (name: string, contact: string): string =>
    `${lender}: here's the ${name} link you asked for ${url}${contact} Reply STOP to opt out.`
  const fits = (sms: string): boolean => gsmLength(sms) <= SMS_LENGTH
  const whole = text(product, phone && ` Questions ${phone}.`)
  if (fits(whole)) return whole
  const characters = [...product]
  for (let kept = characters.length; kept >= SHORTEST_NAME; kept--) {
    const cut = kept === characters.length ? product : `${characters.slice(0, kept).join('').trimEnd()}.`
    if (fits(text(cut, ''))) return text(cut, '')
  }
  return text('product', '')
}

export type Channel = 'sms' | 'email'

export const HELD_WITHOUT_PROVIDER: Record<Channel, string> = {
  sms: 'No SMS provider is configured. The message is kept here.',
  email: 'No mail server is configured. The message is kept here.',
}
export const HELD_SIMULATED = 'Written by the simulator: its numbers reach nobody. The message is kept here.'

/** How a message starts: on its way, held with the reason, or failed where its address cannot be one. */
export interface FirstState {
  status: 'queued' | 'held' | 'failed'
  reason: string | null
  nextAttemptAt: Date | null
}

export interface FirstFacts {
  to: string
  simulated: boolean
  /** A provider of the channel is there. */
  configured: boolean
  now: Date
}

export function firstState(channel: Channel, facts: FirstFacts): FirstState {
  const refusal = channel === 'email' ? whyNoAddress(facts.to) : null
  if (refusal) return { status: 'failed', reason: refusal, nextAttemptAt: null }
  const held = whyHeld(channel, facts)
  if (held) return { status: 'held', reason: held, nextAttemptAt: null }
  return { status: 'queued', reason: null, nextAttemptAt: facts.now }
}

/** @returns why a message stays in the outbox, null where it may go */
export function whyHeld(channel: Channel, facts: { simulated: boolean; configured: boolean }): string | null {
  if (!facts.configured) return HELD_WITHOUT_PROVIDER[channel]
  return channel === 'sms' && facts.simulated ? HELD_SIMULATED : null
}

/** RFC 5321, 4.5.3.1: with a name of 64 at most, 254 in all. */
const LONGEST_ADDRESS = 254
/** One bare address: no name, no list, no comment, nothing that ends a header or a command. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]+$/u

/** @returns the sentence for a person, null for what may be one address */
export function whyNoAddress(address: string): string | null {
  return address.length <= LONGEST_ADDRESS && ADDRESS.test(address)
    ? null
    : 'This is no address that mail can be sent to. Correct it where it is kept, and send again from there.'
}

/** For a header: line ends and other control characters become spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
