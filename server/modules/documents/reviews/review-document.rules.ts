// The rules specific to reviews of documents: messages, the last day of an approval, and changed decisions.

import {
  type decideDocument,
  documentReviewTable,
  EXPIRY_REQUIRED,
  MAX_EXPIRY_YEARS,
} from '#contract/documents/document-reviews.ts'
import type { DocumentStatus } from '#contract/documents/documents.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { shortTime } from '#server/calendar/words.ts'
import type {
  Person,
  Refusal,
  Reviewed,
  Reviewer,
  ReviewRules,
} from '#server/modules/reviews/decide-review.rules.ts'

/** The fields of a document that a review depends on. */
export interface ReviewedDocument extends Reviewed<DocumentStatus> {
  current: boolean
  reviewedBy: Person | null
  reviewedAt: Date | null
  reason: string | null
  expiresOn: string | null
}

export const documentRules: ReviewRules<DocumentStatus, 'approve' | 'reject', ReviewedDocument> = {
  noun: 'document',
  table: documentReviewTable,
  keepsClaim: false,
  superseded: ({ current }) => (current ? null : 'A newer version was uploaded. Review that one.'),
  standstill: decidedRefusal,
}

/** 'Jo Ng approved this document on Tue 24 Nov, 10:00 am AEDT.' */
function decidedRefusal({ status, reviewedBy, reviewedAt }: ReviewedDocument, reviewer: Reviewer): Refusal {
  if (status === 'pending') return conflict('This document is waiting for a decision. Reload it.')
  const subject = reviewedBy?.id === reviewer.id ? 'You' : (reviewedBy?.name ?? 'Somebody')
  const verb = status === 'approved' ? 'approved' : 'rejected'
  return conflict(`${subject} ${verb} this document${reviewedAt ? ` on ${shortTime(reviewedAt)}` : ''}.`)
}

const conflict = (message: string): Refusal => ({ code: 'conflict', message })

/** Why this decision would change nothing; null: it would. A different last day or reason is a change. */
export function repeatsDecision(
  document: ReviewedDocument,
  review: BodyOf<typeof decideDocument>,
  reviewer: Reviewer,
): Refusal | null {
  const same =
    review.action === 'approve'
      ? document.status === 'approved' && document.expiresOn === review.expiresOn
      : document.status === 'rejected' && document.reason === review.reason
  return same ? decidedRefusal(document, reviewer) : null
}

/** The fault of an approval's last day; null: none. @param today in Sydney, YYYY-MM-DD */
export function expiryFault(expiresOn: string | null, expires: boolean, today: string): string | null {
  if (expiresOn === null) return expires ? EXPIRY_REQUIRED : null
  if (expiresOn < today) return 'This day has passed: a document that has expired cannot be approved'
  const furthest = Temporal.PlainDate.from(today).add({ years: MAX_EXPIRY_YEARS }).toString()
  return expiresOn > furthest ? `At most ${MAX_EXPIRY_YEARS} years ahead` : null
}

/** The last day of an approval made today, by the type's months of validity; capped at the end of a shorter month. */
export function suggestedExpiry(
  type: { expires: boolean; validityMonths: number | null },
  today: string,
): string | null {
  if (!type.expires || type.validityMonths === null) return null
  return Temporal.PlainDate.from(today).add({ months: type.validityMonths }).toString()
}
