import { longDay } from '#contract/calendar.ts'
import type { decideDocument as decideEndpoint } from '#contract/document-reviews.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { tellActivity } from '#server/modules/brokers/timeline.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { changeDocument, insertDocumentEvent } from '../store.ts'
import { tellBroker } from './notify-broker.ts'
import { expiryFault, type Reviewer, whyNot, whyNotDecided } from './review-document.rules.ts'
import { type LockedDocument, lockDocument, reviewerOf } from './review-document.store.ts'

type Review = BodyOf<typeof decideEndpoint>

/**
 * Approves or rejects a document, or takes such a decision back.
 * @throws AppError forbidden, not_found, conflict, rule_forbids, invalid
 */
export async function decideDocument(ctx: Ctx, id: number, review: Review): Promise<void> {
  authorise(ctx, 'documents.review')
  await ctx.tx(async (tx) => {
    const reviewer = await reviewerOf(tx)
    const before = await lockDocument(tx, id)
    judge(tx, { before, review, reviewer })
    const after = await write(tx, { before, review, reviewer })
    const eventId = await record(tx, before, after)
    await tell(tx, { document: before, after, eventId })
    await tx.emit('document.changed', { documentId: id, brokerId: before.brokerId, change: after.status })
    tx.changed('documents', 'dashboard')
  })
}

interface Judged {
  before: LockedDocument
  review: Review
  reviewer: Reviewer
}

function judge(tx: Ctx, { before, review, reviewer }: Judged): void {
  const now = tx.now()
  // what was decided meanwhile says more than who has it in hand
  const refusal = whyNotDecided(before, review, reviewer)
  const barred = whyNot(before, reviewer, now)
  const first = barred?.code === 'rule_forbids' ? barred : (refusal ?? barred)
  if (first) throw new AppError(first.code, first.message)
  if (review.action !== 'approve') return
  const fault = expiryFault(review.expiresOn, before.expires, sydneyDate(now))
  if (fault) throw invalid({ expiresOn: fault })
}

interface Verdict {
  status: 'approved' | 'rejected'
  expiresOn: string | null
  reason: string | null
}

async function write(tx: Ctx, { before, review, reviewer }: Judged): Promise<Verdict> {
  const after: Verdict =
    review.action === 'approve'
      ? { status: 'approved', expiresOn: review.expiresOn, reason: null }
      : { status: 'rejected', expiresOn: null, reason: review.reason }
  const changed = await changeDocument(
    tx,
    before.id,
    { from: [before.status], current: true },
    { ...after, reviewedAt: tx.now(), reviewedBy: reviewer.id, claimedBy: null, claimedAt: null },
  )
  if (!changed) throw new Error('the row is locked by this very transaction')
  return after
}

/** History for the screen, audit log for the record, timeline for the broker's page. @returns the event's id */
async function record(tx: Ctx, before: LockedDocument, after: Verdict): Promise<number> {
  const { id: documentId, brokerId, typeName, version } = before
  const { status, expiresOn, reason } = after
  const eventId = await insertDocumentEvent(tx, {
    documentId,
    type: status,
    actor: actorName(tx),
    reason,
    expiresOn,
  })
  await audit(tx, {
    action: `document.${status}`,
    subjectType: 'document',
    subjectId: documentId,
    before: { status: before.status, expiresOn: before.expiresOn, reason: before.reason },
    after: { status, expiresOn, reason, brokerId, typeName, version },
  })
  await tellActivity(tx, {
    type: `document_${status}`,
    // the reason may hold what only reviewers may know
    description: status === 'approved' ? `Document approved: ${typeName}` : `Document rejected: ${typeName}`,
    brokerId,
    simulated: false,
  })
  return eventId
}

/** As the history shows who did it. */
export function actorName({ actor }: Ctx): string {
  return actor.kind === 'staff' || actor.kind === 'broker' ? actor.name : 'Brokerline'
}

interface Decided {
  document: LockedDocument
  after: Verdict
  eventId: number
}

async function tell(tx: Ctx, { document, after, eventId }: Decided): Promise<void> {
  const { id, brokerId, typeName } = document
  const { status, reason, expiresOn } = after
  await tellBroker(tx, {
    brokerId,
    kind: 'document_decided',
    occasion: `document:${id}:decided:${eventId}`,
    facts: { typeName, status, reason, expires: expiresOn && longDay(expiresOn) },
  })
}
