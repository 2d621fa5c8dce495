import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { claimFirst, writeClaim } from './claims.store.ts'
import { isUnassigned } from './claims.views.ts'
import type { Claim, Reviewed, Reviewer } from './decide-review.rules.ts'
import { lockAndDecide, type ReviewDesk, recordReview } from './decide-review.ts'
import { viewReviewer } from './reviewer.views.ts'

/** Claims for the acting reviewer; repeating it restarts the claim's time. @throws AppError forbidden, not_found, conflict, rule_forbids */
export async function claimReview<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status>,
>(ctx: Ctx, desk: ReviewDesk<Status, Decision, Subject>, id: number): Promise<void> {
  authorise(ctx, desk.right)
  await ctx.tx((tx) => changeClaim(tx, desk, { id, action: 'claim', type: 'claimed' }))
}

/** Returns it to the queue; an admin may end another reviewer's claim. @throws AppError forbidden, not_found, conflict */
export async function unassignReview<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status>,
>(ctx: Ctx, desk: ReviewDesk<Status, Decision, Subject>, id: number): Promise<void> {
  authorise(ctx, desk.right)
  await ctx.tx((tx) => changeClaim(tx, desk, { id, action: 'unassign', type: 'given_back' }))
}

interface NextInQueue<Status extends string> {
  from: Status
  /** Condition on rows of that status: in the queue, and not the reviewer's own. */
  isQueued: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
}

/**
 * Claims the first unassigned row of the queue; concurrent callers get different ones.
 * @returns its id; null: the queue is empty
 */
export async function claimNextReview<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status>,
>(
  ctx: Ctx,
  desk: ReviewDesk<Status, Decision, Subject>,
  queue: (reviewer: Reviewer) => NextInQueue<Status>,
): Promise<number | null> {
  const { rules, name } = desk
  authorise(ctx, desk.right)
  return ctx.tx(async (tx) => {
    const reviewer = await viewReviewer(tx)
    const { from, isQueued, order } = queue(reviewer)
    const status = rules.table[from].claim ?? from
    const unassigned = isUnassigned({ name, table: rules.table }, tx.now())
    const claimable = { isClaimable: sql<SqlBool>`${isQueued} and ${unassigned}`, order }
    const id = await claimFirst(tx, name, claimable, { status, claimedBy: reviewer.id })
    if (id === null) return null
    await recordReview(tx, desk, {
      id,
      step: { type: 'claimed', status },
      before: auditedClaim({ status: from, claimedBy: null }),
      after: auditedClaim({ status, claimedBy: reviewer }),
    })
    return id
  })
}

interface ClaimChange {
  id: number
  action: 'claim' | 'unassign'
  type: 'claimed' | 'given_back'
}

async function changeClaim<Status extends string, Decision extends string, Subject extends Reviewed<Status>>(
  tx: Ctx,
  desk: ReviewDesk<Status, Decision, Subject>,
  { id, action, type }: ClaimChange,
): Promise<void> {
  const { before, after } = await lockAndDecide(tx, desk, id, { action })
  await writeClaim(tx, desk.name, id, after)
  if (!after.changed) return
  await recordReview(tx, desk, {
    id,
    step: { type, status: after.status },
    before: auditedClaim(before),
    after: auditedClaim(after),
  })
}

const auditedClaim = ({ status, claimedBy }: Pick<Claim, 'claimedBy'> & { status: string }): object => ({
  status,
  claimedBy: claimedBy?.name ?? null,
})
