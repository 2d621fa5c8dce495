// Decides the status text of email and SMS in Settings.

import type { ReturnsOf } from '#contract/endpoint.ts'
import type { MessageChannel } from '#contract/messages.ts'
import type { systemInfo } from '#contract/system.ts'

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
  sms: 'No SMS provider is configured; messages are kept in the outbox under Services. Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.',
  email:
    'No mail server is configured; messages are kept in the outbox under Services. Set SMTP_URL and MAIL_FROM.',
}
const SENDER_MISSING =
  'Twilio has no number to send from; messages are kept in the outbox under Services. Choose a mobile number to call from under Phone Numbers, or set TWILIO_MESSAGING_SERVICE_SID.'

const count = (messages: number): string => `${messages} ${messages === 1 ? 'message' : 'messages'}`

export function messageService(facts: ChannelFacts): Service {
  const { channel, provider, held, waiting, fault } = facts
  const name = names[channel]
  if (provider === null) {
    const heldCount = held > 0 ? ` ${count(held)} held.` : ''
    const setupHint = channel === 'sms' && facts.senderMissing ? SENDER_MISSING : missing[channel]
    return { name, status: 'held', detail: `${setupHint}${heldCount}` }
  }
  if (fault !== null)
    return { name, status: 'failed', detail: `${fault.replace(/[.!?]?$/, '.')} ${count(waiting)} waiting.` }
  return { name, status: 'ok', detail: `Sends through ${provider}.` }
}
