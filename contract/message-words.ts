import type { MessageChannel, MessageStatus } from './messages.ts'

export const channelLabels: Record<MessageChannel, string> = { sms: 'SMS', email: 'Email' }

export const messageStatusLabels: Record<MessageStatus, string> = {
  held: 'Not sending',
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** Links in messages may open personal data; so staff who may not read the outbox do not see them. */
export function withoutLinks(text: string): string {
  return text.replaceAll(/https?:\/\/\S+/g, '[link]')
}

interface MessageLine {
  channel: MessageChannel
  status: MessageStatus
  reason: string | null
  /** Of a mail; of an SMS its text. */
  subject: string
}

/** 'Email failed: Your meeting is booked. The mail server answered: 550 No such user' */
export function messageLine({ channel, status, reason, subject }: MessageLine): string {
  const state = status === 'held' ? 'not sent' : messageStatusLabels[status].toLowerCase()
  const what = `${channelLabels[channel]} ${state}: ${withoutLinks(subject)}`
  return reason ? `${what.replace(/[.!?]?$/, '.')} ${reason}` : what
}
