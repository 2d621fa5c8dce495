// Decides who may take a document in hand or decide about it, and says in words why not.

import {
  CLAIM_HOURS,
  type decideDocument,
  EXPIRY_REQUIRED,
  MAX_EXPIRY_YEARS,
} from '#contract/document-reviews.ts'
import type { DocumentStatus } from '#contract/documents.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { shortTime } from '#server/calendar/words.ts'

const HOUR_MS = 3_600_000

export interface Reviewer {
  id: number
  /** The broker that this person is too; null: none. */
  brokerId: number | null
  admin: boolean
}

interface Person {
  id: number
  name: string
}

/** A document as far as a reviewer's rights and the decision go. */
export interface Reviewed {
  status: DocumentStatus
  current: boolean
  brokerId: number
  uploadedBy: number | null
  claimedBy: Person | null
  claimedAt: Date | null
  reviewedBy: Person | null
  reviewedAt: Date | null
  reason: string | null
  expiresOn: string | null
}

export interface Refusal {
  code: Extract<ErrorCode, 'rule_forbids' | 'conflict'>
  message: string
}

const conflict = (message: string): Refusal => ({ code: 'conflict', message })

/** A claim from before this instant bars nobody any more. */
export function claimsSince(now: Date): Date {
  return new Date(now.getTime() - CLAIM_HOURS * HOUR_MS)
}

/** Who has it in hand; a claim that was forgotten ends by itself. */
export function holderOf(
  { claimedBy, claimedAt }: Pick<Reviewed, 'claimedBy' | 'claimedAt'>,
  now: Date,
): Person | null {
  return claimedBy && claimedAt && claimedAt > claimsSince(now) ? claimedBy : null
}

export const OWN_DOCUMENT = 'This is your own document: somebody else has to review it.'

/** Why this person may neither claim nor decide; null: they may. */
export function whyNot(document: Reviewed, reviewer: Reviewer, now: Date): Refusal | null {
  const own = document.brokerId === reviewer.brokerId || document.uploadedBy === reviewer.id
  if (own) return { code: 'rule_forbids', message: OWN_DOCUMENT }
  if (!document.current) return conflict('A newer version was uploaded. Review that one.')
  const holder = holderOf(document, now)
  if (holder && holder.id !== reviewer.id) return conflict(`${holder.name} has this document in hand.`)
  return null
}

/** 'Jo Ng approved this document on Tue 24 Nov, 10:00 am AEDT.' */
export function decidedWords({ status, reviewedBy, reviewedAt }: Reviewed, reviewer: Reviewer): string {
  if (status === 'pending') return 'This document is waiting for a decision. Reload it.'
  const who = reviewedBy?.id === reviewer.id ? 'You have' : `${reviewedBy?.name ?? 'Somebody'} has`
  const verb = status === 'approved' ? 'approved' : 'rejected'
  return `${who} ${verb} this document${reviewedAt ? ` on ${shortTime(reviewedAt)}` : ''}.`
}

type Review = BodyOf<typeof decideDocument>

/**
 * Why this decision cannot be made of what is there now: somebody was first, or it would change nothing.
 * null: it can. A decision is taken back, or its day or reason corrected, only by who has seen it.
 */
export function whyNotDecided(document: Reviewed, review: Review, reviewer: Reviewer): Refusal | null {
  if (review.seen !== document.status) return conflict(decidedWords(document, reviewer))
  const same =
    review.action === 'approve'
      ? document.status === 'approved' && document.expiresOn === review.expiresOn
      : document.status === 'rejected' && document.reason === review.reason
  return same ? conflict(decidedWords(document, reviewer)) : null
}

/** What is wrong with the last day of an approval; null: nothing. @param today in Sydney */
export function expiryFault(expiresOn: string | null, expires: boolean, today: string): string | null {
  if (expiresOn === null) return expires ? EXPIRY_REQUIRED : null
  if (expiresOn < today) return 'This day has passed: a document that has expired cannot be approved'
  const furthest = Temporal.PlainDate.from(today).add({ years: MAX_EXPIRY_YEARS }).toString()
  return expiresOn > furthest ? `At most ${MAX_EXPIRY_YEARS} years ahead` : null
}

/** The last day that a type's months suggest for an approval of today; the last of a month stays one. */
export function suggestedExpiry(
  type: { expires: boolean; validityMonths: number | null },
  today: string,
): string | null {
  if (!type.expires || type.validityMonths === null) return null
  return Temporal.PlainDate.from(today).add({ months: type.validityMonths }).toString()
}
