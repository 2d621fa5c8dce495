import { longDay } from '#contract/calendar.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { actorName } from '#server/modules/reviews/decide-review.ts'
import { AppError } from '#server/platform/errors.ts'
import { type DaysAhead, dueNotice, type Ending, expiryDayDue } from './expiry.rules.ts'
import { beginDay, findEnding, finishDay } from './expiry.store.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { notifyBroker } from './reviews/notify-broker.ts'
import { insertDocumentEvent, type LockedDocument, lockDocument } from './store.ts'

/**
 * Once a day, in the morning of Sydney: reminds brokers of what ends, and takes what has ended from what counts.
 * Asked every hour, so that a morning without a process is made up for. Safe to repeat and to break off.
 */
export async function processExpiry(ctx: Ctx): Promise<void> {
  const day = expiryDayDue(ctx.now())
  const startedAt = day && (await beginDay(ctx, day))
  if (!day || !startedAt) return
  for (const ending of await findEnding(ctx, day)) {
    if (dueNotice(ending, day)) await notice(ctx, ending.id, day)
  }
  await ctx.tx(async (tx) => {
    await notifyReviewers(tx, day, startedAt)
    await finishDay(tx, day)
  })
}

/** Judged again with the row held: whoever decides or uploads now waits, or has been first. */
async function notice(ctx: Ctx, id: number, day: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const document = await lockDocument(tx, id).catch(ifStillThere)
    const [ending] = document ? await findEnding(tx, day, id) : []
    const due = ending && dueNotice(ending, day)
    if (!document || !due) return
    if (due.kind === 'expired') await expire(tx, document, ending)
    else await remind(tx, { document, ending, ...due })
    tx.changed('documents')
  })
}

function ifStillThere(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}

interface Reminding {
  document: LockedDocument
  ending: Ending
  daysAhead: DaysAhead
  daysLeft: number
}

async function remind(tx: Ctx, { document, ending, daysAhead, daysLeft }: Reminding): Promise<void> {
  const { id: documentId, brokerId, typeName } = document
  const { expiresOn } = ending
  await insertDocumentEvent(tx, { documentId, type: 'reminded', actor: actorName(tx), expiresOn, daysAhead })
  await notifyBroker(tx, {
    brokerId,
    kind: 'document_expiring',
    occasion: `document:${documentId}:expiring:${expiresOn}:${daysAhead}`,
    facts: { typeName, expires: longDay(expiresOn), daysLeft },
  })
}

async function expire(tx: Ctx, document: LockedDocument, { expiresOn, newer }: Ending): Promise<void> {
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
  tx.changed('dashboard')
}
