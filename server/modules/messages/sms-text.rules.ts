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
