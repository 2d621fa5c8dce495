// Decides the text of the SMS with the link to the application form.

import { fitsOneSms } from '#server/modules/messages/sms-text.rules.ts'

export interface StartSms {
  lender: string
  url: string
  /** The form is prefilled. */
  filled: boolean
  phone: string
}

/** The sender, the link, a contact if it still fits one message, and how to opt out. */
export function startSms({ lender, url, filled, phone }: StartSms): string {
  const form = filled ? 'your accreditation application, started with your details' : 'the accreditation form'
  const text = (contact: string): string =>
    `${lender}: here's ${form} ${url}${contact} Reply STOP to opt out.`
  const full = text(phone && ` Questions ${phone}.`)
  return fitsOneSms(full) ? full : text('')
}
