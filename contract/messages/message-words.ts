import type { MessageChannel, MessageStatus } from './messages.ts'

export const channelLabels: Record<MessageChannel, string> = { sms: 'SMS', email: 'Email' }

export const messageStatusLabels: Record<MessageStatus, string> = {
  held: 'Not sent',
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
  /** Of a mail; of an SMS its text. */
  subject: string
}

/** 'Email not sent: Your meeting is booked' */
export function messageLine({ channel, status, subject }: MessageLine): string {
  return `${channelLabels[channel]} ${messageStatusLabels[status].toLowerCase()}: ${withoutLinks(subject)}`
}
