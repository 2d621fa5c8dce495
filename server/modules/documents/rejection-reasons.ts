import type { z } from 'zod'
import type { rejectionReason } from '#contract/documents/document-types.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { deleteOtherReasons, findReasons, lockReasons, putReason } from './rejection-reasons.store.ts'

type Reason = z.input<typeof rejectionReason>

/** Reasons offered to reviewers, in their order. */
export async function viewReasons(ctx: Ctx): Promise<Reason[]> {
  return findReasons(ctx)
}

/** Replaces the list of reasons, in this order. Documents rejected with a removed reason keep it. @throws AppError forbidden */
export async function saveReasons(ctx: Ctx, texts: readonly string[]): Promise<void> {
  authorise(ctx, 'rejection_reasons.write')
  await ctx.tx(async (tx) => {
    await lockReasons(tx)
    const before = (await findReasons(tx)).map(({ text }) => text)
    await deleteOtherReasons(tx, texts)
    for (const [index, text] of texts.entries()) await putReason(tx, { text, position: index + 1 })
    await audit(tx, {
      action: 'rejection_reasons.changed',
      subjectType: 'rejection_reasons',
      before: { texts: before },
      after: { texts },
    })
  })
}
