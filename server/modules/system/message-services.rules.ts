// Decides how the state of mail and SMS reads in Settings.

import type { ReturnsOf } from '#contract/endpoint.ts'
import type { MessageChannel } from '#contract/messages.ts'
import type { systemInfo } from '#contract/system.ts'

export type Service = ReturnsOf<typeof systemInfo>['services'][number]

export interface ChannelFacts {
  channel: MessageChannel
  /** What the provider calls itself; null: none is configured. */
  provider: string | null
  held: number
  waiting: number
  /** Why the newest attempt found the provider out of order; null: it worked, or there was none. */
  fault: string | null
  /** Twilio is configured, but nothing that it could write from. */
  writerMissing: boolean
}

const names: Record<MessageChannel, string> = { sms: 'SMS', email: 'Mail' }
const missing: Record<MessageChannel, string> = {
  sms: 'No SMS provider is configured; messages are kept in the outbox under Services. Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.',
  email:
    'No mail server is configured; messages are kept in the outbox under Services. Set SMTP_URL and MAIL_FROM.',
}
const WRITER_MISSING =
  'Twilio has no number to write from; messages are kept in the outbox under Services. Set TWILIO_FROM to a mobile number of the account, or TWILIO_MESSAGING_SERVICE_SID.'

const count = (messages: number): string => `${messages} ${messages === 1 ? 'message' : 'messages'}`

export function messageService(facts: ChannelFacts): Service {
  const { channel, provider, held, waiting, fault } = facts
  const name = names[channel]
  if (provider === null) {
    const kept = held > 0 ? ` ${count(held)} held.` : ''
    const lacking = channel === 'sms' && facts.writerMissing ? WRITER_MISSING : missing[channel]
    return { name, status: 'held', detail: `${lacking}${kept}` }
  }
  if (fault !== null)
    return { name, status: 'failed', detail: `${fault.replace(/[.!?]?$/, '.')} ${count(waiting)} waiting.` }
  return { name, status: 'ok', detail: `Goes through ${provider}.` }
}
