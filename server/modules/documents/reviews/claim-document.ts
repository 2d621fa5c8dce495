import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { changeDocument, insertDocumentEvent } from '../store.ts'
import { actorName } from './decide-document.ts'
import { claimsSince, decidedWords, holderOf, whyNot } from './review-document.rules.ts'
import { type LockedDocument, lockDocument, reviewerOf } from './review-document.store.ts'

/** Takes a document in hand; repeating it begins the time anew. @throws AppError forbidden, not_found, conflict, rule_forbids */
export async function claimDocument(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'documents.review')
  await ctx.tx(async (tx) => {
    const reviewer = await reviewerOf(tx)
    const document = await lockDocument(tx, id)
    const refusal = whyNot(document, reviewer, tx.now())
    if (refusal) throw new AppError(refusal.code, refusal.message)
    if (document.status !== 'pending') throw new AppError('conflict', decidedWords(document, reviewer))
    const again = holderOf(document, tx.now()) !== null
    await changeDocument(tx, id, { current: true }, { claimedBy: reviewer.id, claimedAt: tx.now() })
    if (!again) await record(tx, document, 'claimed')
  })
}

/** Gives a document back to the queue; an admin may do so for somebody else. @throws AppError */
export async function giveBackDocument(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'documents.review')
  await ctx.tx(async (tx) => {
    const reviewer = await reviewerOf(tx)
    const document = await lockDocument(tx, id)
    const holder = holderOf(document, tx.now())
    if (!holder) return
    if (holder.id !== reviewer.id && !reviewer.admin) {
      throw new AppError('conflict', `${holder.name} has this document in hand.`)
    }
    await changeDocument(tx, id, {}, { claimedBy: null, claimedAt: null })
    await record(tx, document, 'given_back')
  })
}

/**
 * Takes the document that waits longest and nobody has in hand; own ones are passed over. Two at once get two.
 * @returns its id; null when none waits
 */
export async function claimNextDocument(ctx: Ctx): Promise<number | null> {
  authorise(ctx, 'documents.review')
  return ctx.tx(async (tx) => {
    const reviewer = await reviewerOf(tx)
    const now = tx.now()
    const { rows } = await sql<{ id: number }>`
      with next as materialized (
        select id from documents
        where status = 'pending' and current
          and (claimed_by is null or claimed_at <= ${claimsSince(now)})
          and broker_id is distinct from ${reviewer.brokerId}::int
          and uploaded_by is distinct from ${reviewer.id}::int
        order by uploaded_at, id limit 1
        for update skip locked)
      update documents set claimed_by = ${reviewer.id}, claimed_at = ${now}, updated_at = ${now}
      from next where documents.id = next.id returning documents.id`.execute(tx.db)
    const id = rows[0]?.id
    if (id === undefined) return null
    await record(tx, { id, claimedBy: null }, 'claimed')
    return id
  })
}

async function record(
  tx: Ctx,
  { id, claimedBy }: Pick<LockedDocument, 'id' | 'claimedBy'>,
  type: 'claimed' | 'given_back',
): Promise<void> {
  await insertDocumentEvent(tx, { documentId: id, type, actor: actorName(tx) })
  await audit(tx, {
    action: `document.${type}`,
    subjectType: 'document',
    subjectId: id,
    ...(type === 'given_back' && { before: { claimedBy: claimedBy?.name } }),
  })
  tx.changed('documents')
}
