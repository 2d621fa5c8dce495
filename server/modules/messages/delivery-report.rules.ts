// Decides a message's status after a delivery report, whatever the order in which reports arrive.

import type { MessageStatus } from '#contract/messages/messages.ts'
import type { SmsReport } from '#server/providers/ports/vendors.ts'
import { UNKNOWN } from './outbox.rules.ts'

/** Identifies one attempt to send a message, by the message's id and the attempt's time. */
export function attemptName({ id, lastAttemptAt }: { id: number; lastAttemptAt: Date | null }): string {
  if (!lastAttemptAt) throw new Error(`message ${id} has no attempt`)
  return `${id}.${lastAttemptAt.getTime().toString(36)}`
}

/** @returns null for a name that `attemptName` did not make */
export function readAttempt(name: string): { id: number; lastAttemptAt: Date } | null {
  const [, id, at] = /^([1-9]\d{0,8})\.([0-9a-z]{1,9})$/.exec(name) ?? []
  return id && at ? { id: Number(id), lastAttemptAt: new Date(Number.parseInt(at, 36)) } : null
}

export interface ReportedMessage {
  status: MessageStatus
  reason: string | null
  /** Counted since staff last resent it. */
  attempts: number
}

/**
 * The message's status after a report; null: unchanged. Delivered beats failed beats sent, so that the order of the
 * reports does not matter. A report also corrects a message that failed as unclear, and stops the retries of one that
 * the provider already has.
 */
export function statusAfter(
  message: ReportedMessage,
  reported: SmsReport['status'],
): SmsReport['status'] | null {
  const { status, reason, attempts } = message
  if (status === 'held' || status === 'cancelled' || status === 'delivered') return null
  if (reported === 'delivered') return 'delivered'
  // just resent by staff, so this reports an earlier attempt
  if (status === 'queued' && attempts === 0) return null
  const open = status === 'queued' || status === 'sending' || (status === 'failed' && isUnclear(reason))
  if (reported === 'failed') return open || status === 'sent' ? 'failed' : null
  return open ? 'sent' : null
}

function isUnclear(reason: string | null): boolean {
  return reason?.startsWith(UNKNOWN) ?? false
}
