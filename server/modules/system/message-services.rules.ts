// Decides the status text of email and SMS in Settings.

import type { ReturnsOf } from '#contract/endpoint.ts'
import type { MessageChannel } from '#contract/messages/messages.ts'
import type { systemInfo } from '#contract/system/system.ts'

export type Service = ReturnsOf<typeof systemInfo>['services'][number]

export interface ChannelFacts {
  channel: MessageChannel
  /** The provider's description; null when none is configured. */
  provider: string | null
  held: number
  waiting: number
  /** The fault at the latest attempt; null if it worked or there was no attempt. */
  fault: string | null
  /** True when Twilio is configured without a number to send from. */
  senderMissing: boolean
}

const names: Record<MessageChannel, string> = { sms: 'SMS', email: 'Email' }
const missing: Record<MessageChannel, string> = {
  sms: 'SMS isn’t set up.',
  email: 'Email isn’t set up.',
}
const variables: Record<MessageChannel, string> = {
  // Twilio's own row names the others
  sms: 'the variables of Twilio, and TWILIO_FROM',
  email: 'SMTP_URL and MAIL_FROM',
}
const SENDER_MISSING =
  'Twilio has no number to send from. Choose a mobile number to call from under Phone Numbers.'
const KEPT = 'Messages are kept in the outbox.'
const SENDER_VARIABLE = 'TWILIO_MESSAGING_SERVICE_SID, in place of a number'

const count = (messages: number): string => `${messages} ${messages === 1 ? 'message' : 'messages'}`

export function messageService(facts: ChannelFacts): Service {
  const { channel, provider, held, waiting, fault } = facts
  const name = names[channel]
  if (provider === null) {
    const heldCount = held > 0 ? `${count(held)} ${held === 1 ? 'was' : 'were'} not sent.` : KEPT
    const lacksSender = channel === 'sms' && facts.senderMissing
    const [hint, needs] = lacksSender
      ? [SENDER_MISSING, SENDER_VARIABLE]
      : [missing[channel], variables[channel]]
    return { name, status: 'held', detail: `${hint} ${heldCount}`, help: `Set ${needs}.` }
  }
  if (fault !== null)
    return { name, status: 'failed', detail: `${fault.replace(/[.!?]?$/, '.')} ${count(waiting)} waiting.` }
  return { name, status: 'ok', detail: `Sends through ${provider}.` }
}
