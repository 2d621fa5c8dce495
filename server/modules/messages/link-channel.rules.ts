// Decides by which channel a link requested in a call is sent: no text message reaches a fixed line.

import type { MessageChannel } from '#contract/messages/messages.ts'
import { classifyNumber } from '#server/modules/brokers/phone.rules.ts'
import { whyNoAddress } from './outbox.rules.ts'

export interface Reachable {
  /** E.164. */
  phone: string | null
  email: string | null
}

export const takesSms = (phone: string | null): boolean =>
  phone !== null && classifyNumber(phone).kind === 'mobile'
export const takesMail = (email: string | null): boolean => email !== null && whyNoAddress(email) === null

/**
 * A mobile gets a text message, everybody else an email.
 * @param providers which channels can send at all; without any a message waits in the outbox
 * @returns null: neither way is possible, and staff must contact the person
 */
export function linkChannel(
  { phone, email }: Reachable,
  providers: Readonly<Record<MessageChannel, boolean>>,
): MessageChannel | null {
  const mail = takesMail(email)
  if (!takesSms(phone)) return mail ? 'email' : null
  return mail && providers.email && !providers.sms ? 'email' : 'sms'
}
