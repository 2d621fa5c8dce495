// Decides what a delivery report makes of a message, whatever the order in which reports come.

import type { MessageStatus } from '#contract/messages.ts'
import type { SmsReport } from '#server/providers/ports/vendors.ts'
import { UNKNOWN } from './outbox.rules.ts'

/** Names one attempt to send a message: its number, and when it was made. */
export function attemptName({ id, lastAttemptAt }: { id: number; lastAttemptAt: Date | null }): string {
  if (!lastAttemptAt) throw new Error('an attempt was made at some time')
  return `${id}.${lastAttemptAt.getTime().toString(36)}`
}

/** @returns null for what `attemptName` has not made */
export function readAttempt(name: string): { id: number; lastAttemptAt: Date } | null {
  const [, id, at] = /^([1-9]\d{0,8})\.([0-9a-z]{1,9})$/.exec(name) ?? []
  return id && at ? { id: Number(id), lastAttemptAt: new Date(Number.parseInt(at, 36)) } : null
}

export interface ReportedMessage {
  status: MessageStatus
  reason: string | null
  /** Since staff sent it again by hand. */
  attempts: number
}

/**
 * The status that a report brings a message to; null: it says nothing new. A message only goes forward: delivered
 * beats failed beats sent, so that the same reports in any order end the same. What was given up because nobody knew
 * is told the truth, and what the provider has is not sent again.
 */
export function statusAfter(message: ReportedMessage, told: SmsReport['status']): SmsReport['status'] | null {
  const { status, reason, attempts } = message
  if (status === 'held' || status === 'cancelled' || status === 'delivered') return null
  if (told === 'delivered') return 'delivered'
  // its failed attempts are why it was sent again
  if (status === 'queued' && attempts === 0) return null
  const open = status === 'queued' || status === 'sending' || (status === 'failed' && isUnclear(reason))
  if (told === 'failed') return open || status === 'sent' ? 'failed' : null
  return open ? 'sent' : null
}

function isUnclear(reason: string | null): boolean {
  return reason?.startsWith(UNKNOWN) ?? false
}
