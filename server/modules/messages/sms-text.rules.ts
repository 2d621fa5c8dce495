// Decides the text of a follow-up SMS and how it fits one message.

import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { plainSigns, smsLength } from '#contract/messages/sms-length.ts'
import { cutText } from '#contract/plain-text.ts'

/** The national format, e.g. '1800 160 401'; a text that is not a phone number stays as it is. */
export function displayPhone(text: string): string {
  return parsePhoneNumberFromString(text, 'AU')?.formatNational() ?? text
}

/** Whether a carrier sends it as one message, as the outbox writes it. */
export const fitsOneSms = (text: string): boolean => smsLength(plainSigns(text)).segments === 1

/** A name truncated further would be meaningless. */
const MIN_NAME = 8

export interface LinkSms {
  lender: string
  product: string
  url: string
  phone: string
}

/**
 * The SMS that a broker requested with option 1: the sender, the link, a contact, and how to opt out. If it would need
 * a second message, the contact is dropped first (the linked page shows it), then the product's name is truncated.
 */
export function linkSms({ lender, product, url, phone }: LinkSms): string {
  const text = (name: string, contact: string): string =>
    `${lender}: here's the ${name} link you asked for ${url}${contact} Reply STOP to opt out.`
  const full = text(product, phone && ` Questions ${phone}.`)
  if (fitsOneSms(full)) return full
  for (let length = product.length; length >= MIN_NAME; length--) {
    const cut = length === product.length ? product : `${cutText(product, length).trimEnd()}.`
    if (fitsOneSms(text(cut, ''))) return text(cut, '')
  }
  return text('product', '')
}
