import { sql } from 'kysely'
import { longDay } from '#contract/calendar.ts'
import type { decideDocument as decideEndpoint } from '#contract/documents/document-reviews.ts'
import type { DocumentStatus } from '#contract/documents/documents.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { claimNextReview, claimReview, unassignReview } from '#server/modules/reviews/claim-review.ts'
import { lockAndDecide, type ReviewDesk, recordReview } from '#server/modules/reviews/decide-review.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import {
  changeDocument,
  insertDocumentEvent,
  type LockedDocument,
  lockDocument,
  type NewDocumentEvent,
} from '../store.ts'
import { notifyBroker } from './notify-broker.ts'
import { documentRules, expiryFault, repeatsDecision } from './review-document.rules.ts'

const desk: ReviewDesk<DocumentStatus, 'approve' | 'reject', LockedDocument> = {
  rules: documentRules,
  right: 'documents.review',
  name: 'documents',
  lock: lockDocument,
  insertStep: (tx, documentId, { type, actor, reason, expiresOn }) =>
    insertDocumentEvent(tx, {
      ...{ documentId, actor, reason, expiresOn },
      type: type as NewDocumentEvent['type'], // no review step returns to pending
    }),
}

/** @throws AppError forbidden, not_found, conflict, rule_forbids */
export async function claimDocument(ctx: Ctx, id: number): Promise<void> {
  await claimReview(ctx, desk, id)
}

/** @throws AppError forbidden, not_found, conflict */
export async function unassignDocument(ctx: Ctx, id: number): Promise<void> {
  await unassignReview(ctx, desk, id)
}

/** Claims the oldest pending document that is not the reviewer's own. @returns its id; null: the queue is empty */
export async function claimNextDocument(ctx: Ctx): Promise<number | null> {
  return claimNextReview(ctx, desk, (reviewer) => ({
    from: 'pending',
    isQueued: sql`status = 'pending' and current and broker_id is distinct from ${reviewer.brokerId}::int
      and uploaded_by is distinct from ${reviewer.id}::int`,
    order: sql`uploaded_at, id`,
  }))
}

type Review = BodyOf<typeof decideEndpoint>

/**
 * Approves or rejects a document, or changes such a decision.
 * @throws AppError forbidden, not_found, conflict, rule_forbids, invalid
 */
export async function decideDocument(ctx: Ctx, id: number, review: Review): Promise<void> {
  authorise(ctx, desk.right)
  await ctx.tx(async (tx) => {
    const { before, reviewer } = await lockAndDecide(tx, desk, id, review)
    const repeated = repeatsDecision(before, review, reviewer)
    if (repeated) throw new AppError(repeated.code, repeated.message)
    checkExpiry(before, review, sydneyDate(tx.now()))
    const verdict = await writeVerdict(tx, before, { review, reviewerId: reviewer.id })
    const eventId = await recordVerdict(tx, before, verdict)
    await notifyVerdict(tx, before, { verdict, eventId })
    await tx.emit('document.changed', { documentId: id, brokerId: before.brokerId, change: verdict.status })
  })
}

function checkExpiry({ expires }: LockedDocument, review: Review, today: string): void {
  const fault = review.action === 'approve' ? expiryFault(review.expiresOn, expires, today) : null
  if (fault) throw invalid({ expiresOn: fault })
}

interface Verdict {
  status: 'approved' | 'rejected'
  expiresOn: string | null
  reason: string | null
}

async function writeVerdict(
  tx: Ctx,
  before: LockedDocument,
  { review, reviewerId }: { review: Review; reviewerId: number },
): Promise<Verdict> {
  const verdict: Verdict =
    review.action === 'approve'
      ? { status: 'approved', expiresOn: review.expiresOn, reason: null }
      : { status: 'rejected', expiresOn: null, reason: review.reason }
  const changed = await changeDocument(
    tx,
    before.id,
    { from: [before.status], current: true },
    { ...verdict, reviewedAt: tx.now(), reviewedBy: reviewerId, claimedBy: null, claimedAt: null },
  )
  if (!changed) throw new Error(`document ${before.id} changed although locked`)
  return verdict
}

/** @returns the id of the step in the history */
async function recordVerdict(tx: Ctx, before: LockedDocument, verdict: Verdict): Promise<number> {
  const { id, brokerId, typeName, version } = before
  const { status, expiresOn, reason } = verdict
  const eventId = await recordReview(tx, desk, {
    id,
    step: { type: status, ...verdict },
    before: { status: before.status, expiresOn: before.expiresOn, reason: before.reason },
    after: { status, expiresOn, reason, brokerId, typeName, version },
  })
  await addActivity(tx, {
    type: `document_${status}`,
    // without the reason, which may be confidential to reviewers
    description: status === 'approved' ? `Document approved: ${typeName}` : `Document rejected: ${typeName}`,
    brokerId,
    simulated: false,
  })
  return eventId
}

async function notifyVerdict(
  tx: Ctx,
  { id, brokerId, typeName }: LockedDocument,
  { verdict, eventId }: { verdict: Verdict; eventId: number },
): Promise<void> {
  const { status, reason, expiresOn } = verdict
  await notifyBroker(tx, {
    brokerId,
    kind: 'document_decided',
    occasion: `document:${id}:decided:${eventId}`,
    facts: { typeName, status, reason, expires: expiresOn && longDay(expiresOn) },
  })
}
