// Decides what the SMS says that leads from a call to the application form.

import { gsmLength, SMS_LENGTH } from '#server/modules/messages/sms-text.rules.ts'

export interface StartSms {
  lender: string
  url: string
  /** The form is filled already. */
  filled: boolean
  phone: string
}

/** Who sends it, the link, a contact where one message still holds it, how to stop. */
export function startSms({ lender, url, filled, phone }: StartSms): string {
  const what = filled ? 'your accreditation application, started with your details' : 'the accreditation form'
  const text = (contact: string): string =>
    `${lender}: here's ${what} ${url}${contact} Reply STOP to opt out.`
  const whole = text(phone && ` Questions ${phone}.`)
  return gsmLength(whole) <= SMS_LENGTH ? whole : text('')
}
