import { longDay } from '#contract/calendar.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { actorName } from '#server/modules/reviews/decide-review.ts'
import { AppError } from '#server/platform/errors.ts'
import { type DaysAhead, dueNotice, dueRunDay, type ExpiringVersion } from './expiry.rules.ts'
import { beginRun, findExpiring, finishRun } from './expiry.store.ts'
import { announceRequirements } from './newly-required.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { notifyBroker } from './reviews/notify-broker.ts'
import { insertDocumentEvent, type LockedDocument, lockDocument } from './store.ts'

/**
 * Reminds brokers of expiring documents and records expired ones, once a day in Sydney's morning. Scheduled every hour
 * to make up for a missed morning. Safe to repeat and to interrupt.
 */
export async function processExpiry(ctx: Ctx): Promise<void> {
  const day = dueRunDay(ctx.now())
  const startedAt = day && (await beginRun(ctx, day))
  if (!day || !startedAt) return
  for (const expiring of await findExpiring(ctx, day)) {
    if (dueNotice(expiring, day)) await sendNotice(ctx, expiring.id, day)
  }
  await announceRequirements(ctx, day)
  await ctx.tx(async (tx) => {
    await notifyReviewers(tx, day, startedAt)
    await finishRun(tx, day)
  })
}

/** Checks again with the row locked, because the document may have been decided or replaced meanwhile. */
async function sendNotice(ctx: Ctx, id: number, day: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const document = await lockDocument(tx, id).catch(nullIfNotFound)
    const [expiring] = document ? await findExpiring(tx, day, id) : []
    const due = expiring && dueNotice(expiring, day)
    if (!document || !due) return
    if (due.kind === 'expired') await expire(tx, document, expiring)
    else await remind(tx, { document, expiring, ...due })
  })
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}

interface Reminder {
  document: LockedDocument
  expiring: ExpiringVersion
  daysAhead: DaysAhead
  daysLeft: number
}

async function remind(tx: Ctx, { document, expiring, daysAhead, daysLeft }: Reminder): Promise<void> {
  const { id: documentId, brokerId, typeName } = document
  const { expiresOn } = expiring
  await insertDocumentEvent(tx, { documentId, type: 'reminded', actor: actorName(tx), expiresOn, daysAhead })
  await notifyBroker(tx, {
    brokerId,
    kind: 'document_expiring',
    occasion: `document:${documentId}:expiring:${expiresOn}:${daysAhead}`,
    facts: { typeName, expires: longDay(expiresOn), daysLeft },
  })
}

async function expire(
  tx: Ctx,
  document: LockedDocument,
  { expiresOn, newer }: ExpiringVersion,
): Promise<void> {
  const { id: documentId, brokerId, typeName, version } = document
  await insertDocumentEvent(tx, { documentId, type: 'expired', actor: actorName(tx), expiresOn })
  await audit(tx, {
    action: 'document.expired',
    subjectType: 'document',
    subjectId: documentId,
    after: { expiresOn, brokerId, typeName, version },
  })
  await addActivity(tx, {
    type: 'document_expired',
    description: `Document expired: ${typeName}`,
    brokerId,
    simulated: false,
  })
  await notifyBroker(tx, {
    brokerId,
    kind: 'document_expired',
    occasion: `document:${documentId}:expired:${expiresOn}`,
    facts: { typeName, expires: longDay(expiresOn), renewalWaits: newer === 'pending' },
  })
  await tx.emit('document.changed', { documentId, brokerId, change: 'expired' })
}
