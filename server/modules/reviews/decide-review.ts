import type { Action } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  decideReview,
  type Move,
  type Moved,
  type Reviewed,
  type Reviewer,
  type ReviewRules,
} from './decide-review.rules.ts'
import { viewReviewer } from './reviewer.views.ts'

/** A step in the history of a reviewed row. */
export interface ReviewStep<Status extends string> {
  type: 'claimed' | 'given_back' | Status
  status: Status
  actor: string
  reason?: string | null
  /** The approval's last day, YYYY-MM-DD. */
  expiresOn?: string | null
}

/** How one kind of subject is reviewed and stored. */
export interface ReviewDesk<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status>,
> {
  rules: ReviewRules<Status, Decision, Subject>
  /** The right to review here. */
  right: Action
  /** Its table. */
  name: string
  /** Locks the subject until the transaction ends. @throws AppError not_found */
  lock(tx: Ctx, id: number): Promise<Subject>
  /** @returns the step's id */
  insertStep(tx: Ctx, id: number, step: ReviewStep<Status>): Promise<number>
}

export interface DecidedReview<Status extends string, Subject> {
  before: Subject
  reviewer: Reviewer
  after: Moved<Status>
}

/** Locks before deciding, so that a concurrent decision is seen. @throws AppError forbidden, not_found, conflict, rule_forbids */
export async function lockAndDecide<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status>,
>(
  tx: Ctx,
  { rules, lock }: ReviewDesk<Status, Decision, Subject>,
  id: number,
  move: Move<Status, Decision>,
): Promise<DecidedReview<Status, Subject>> {
  const reviewer = await viewReviewer(tx)
  const before = await lock(tx, id)
  const after = decideReview(rules, { before, reviewer, now: tx.now(), ...move })
  if (!after.ok) throw new AppError(after.code, after.message)
  return { before, reviewer, after }
}

interface Recorded<Status extends string> {
  id: number
  step: Omit<ReviewStep<Status>, 'actor'>
  /** For the audit log. */
  before: object
  after: object
}

/** Adds a step to the history and an entry to the audit log. @returns the id of the step in the history */
export async function recordReview<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status>,
>(
  tx: Ctx,
  { rules, insertStep }: ReviewDesk<Status, Decision, Subject>,
  { id, step, before, after }: Recorded<Status>,
): Promise<number> {
  const stepId = await insertStep(tx, id, { ...step, actor: actorName(tx) })
  await audit(tx, {
    action: `${rules.noun}.${step.type}`,
    subjectType: rules.noun,
    subjectId: id,
    before,
    after,
  })
  return stepId
}

/** The actor's name in a history. */
export function actorName({ actor }: Ctx): string {
  return actor.kind === 'staff' || actor.kind === 'broker' ? actor.name : 'Brokerline'
}
