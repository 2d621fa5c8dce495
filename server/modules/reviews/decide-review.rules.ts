// Decides a reviewer's move by the table of the desk: the new status and claim, or why the move is refused.

import { assignedText, CLAIM_HOURS, type ReviewMove, type ReviewTable } from '#contract/documents/reviews.ts'
import type { ErrorCode } from '#contract/errors.ts'

const HOUR_MS = 3_600_000

export interface Person {
  id: number
  name: string
}

export interface Reviewer extends Person {
  email: string
  /** Of a reviewer who is also a broker; else null. */
  brokerId: number | null
  admin: boolean
}

/** The owner of the reviewed row, as far as it is on record. */
export interface Owner {
  brokerId: number | null
  userId: number | null
  email: string | null
}

export interface Claim {
  claimedBy: Person | null
  claimedAt: Date | null
}

/** The fields that the subjects of every desk share. */
export interface Reviewed<Status extends string> extends Claim {
  id: number
  status: Status
  owner: Owner
}

export interface Refusal {
  code: Extract<ErrorCode, 'rule_forbids' | 'conflict'>
  message: string
}

/** The rules that are specific to a desk. */
export interface ReviewRules<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status> = Reviewed<Status>,
> {
  /** For messages, e.g. 'document'. */
  noun: string
  table: ReviewTable<Status, Decision>
  /** Whether the claim stays with the reviewer after their decision; else it ends. */
  keepsClaim: boolean
  /** Why this one can no longer be reviewed, whatever its status; null: it may be reviewed. */
  superseded?(before: Subject): string | null
  /** The refusal of a move that the table does not allow from this status, e.g. because it was decided meanwhile. */
  standstill(before: Subject, reviewer: Reviewer): Refusal
}

/** The part of the rules that claims need. */
type ClaimRules<Status extends string> = { table: ReviewTable<Status, string> }

export interface Situation<Subject> {
  before: Subject
  reviewer: Reviewer
  now: Date
}

export interface Move<Status extends string, Decision extends string> {
  action: ReviewMove<Decision>
  /** The status that the reviewer's screen showed, if the decision names it. */
  seen?: Status
}

/** The row's new values after a move. */
export interface Moved<Status extends string> extends Claim {
  ok: true
  status: Status
  /** False if the claim stays as it was (claimed by the same reviewer, or unassigned), so nothing is recorded. */
  changed: boolean
}

export type ReviewOutcome<Status extends string> = Moved<Status> | ({ ok: false } & Refusal)

/** Claims made at or before this instant have expired. */
export function claimsSince(now: Date): Date {
  return new Date(now.getTime() - CLAIM_HOURS * HOUR_MS)
}

/** Statuses that wait for a reviewer: only in these can it be claimed, and do claims expire. */
export function waitingStatuses<Status extends string>({ table }: ClaimRules<Status>): Status[] {
  return (Object.keys(table) as Status[]).filter((status) => table[status].claim !== undefined) // its own keys
}

/** The current claimant; null once the claim has expired. In statuses that wait for no reviewer, claims do not expire. */
export function activeClaimant<Status extends string>(
  { table }: ClaimRules<Status>,
  { status, claimedBy, claimedAt }: Claim & { status: Status },
  now: Date,
): Person | null {
  if (table[status].claim === undefined) return claimedBy
  return claimedBy && claimedAt && claimedAt > claimsSince(now) ? claimedBy : null
}

/** Why this reviewer may neither claim nor decide, whatever the status; null: they may. */
export function whyNotReview<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status>,
>(rules: ReviewRules<Status, Decision, Subject>, situation: Situation<Subject>): Refusal | null {
  return (
    whyNotOwn(rules.noun, situation) ?? whyNotSuperseded(rules, situation) ?? whyNotClaimed(rules, situation)
  )
}

/** The outcome of a move; claiming again restarts the claim's time. */
export function decideReview<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status>,
>(
  rules: ReviewRules<Status, Decision, Subject>,
  { action, seen, ...situation }: Situation<Subject> & Move<Status, Decision>,
): ReviewOutcome<Status> {
  const { before, reviewer, now } = situation
  if (action === 'unassign') return decideUnassign(rules, situation)
  const status = rules.table[before.status][action]
  const own = whyNotOwn(rules.noun, situation)
  // a decision made meanwhile is the more precise refusal than a newer version
  const isStale = seen !== undefined && seen !== before.status
  if (isStale) return { ok: false, ...(own ?? rules.standstill(before, reviewer)) }
  if (status === undefined) {
    const superseded = whyNotSuperseded(rules, situation)
    return { ok: false, ...(own ?? superseded ?? rules.standstill(before, reviewer)) }
  }
  const refusal = whyNotReview(rules, situation)
  if (refusal) return { ok: false, ...refusal }
  const isClaim = action === 'claim'
  const claimedBy = isClaim || rules.keepsClaim ? { id: reviewer.id, name: reviewer.name } : null
  const isRepeated = isClaim && activeClaimant(rules, before, now) !== null
  return { ok: true, status, claimedBy, claimedAt: claimedBy && now, changed: !isRepeated }
}

/** An admin may end another reviewer's claim. */
function decideUnassign<Status extends string, Decision extends string, Subject extends Reviewed<Status>>(
  rules: ReviewRules<Status, Decision, Subject>,
  situation: Situation<Subject>,
): ReviewOutcome<Status> {
  const { before, reviewer, now } = situation
  const { status, claimedBy, claimedAt } = before
  if (!activeClaimant(rules, before, now)) return { ok: true, changed: false, status, claimedBy, claimedAt }
  const after = rules.table[status].unassign
  if (after === undefined) return { ok: false, ...rules.standstill(before, reviewer) }
  const refusal = reviewer.admin ? null : whyNotClaimed(rules, situation)
  if (refusal) return { ok: false, ...refusal }
  return { ok: true, changed: true, status: after, claimedBy: null, claimedAt: null }
}

export const ownText = (noun: string): string => `This is your own ${noun}: somebody else has to review it.`

function whyNotOwn(noun: string, { before, reviewer }: Situation<{ owner: Owner }>): Refusal | null {
  const { brokerId, userId, email } = before.owner
  const isOwn =
    (brokerId !== null && brokerId === reviewer.brokerId) ||
    userId === reviewer.id ||
    email?.toLowerCase() === reviewer.email.toLowerCase()
  return isOwn ? { code: 'rule_forbids', message: ownText(noun) } : null
}

function whyNotSuperseded<Subject>(
  { superseded }: { superseded?(before: Subject): string | null },
  { before }: Situation<Subject>,
): Refusal | null {
  const message = superseded?.(before) ?? null
  return message === null ? null : { code: 'conflict', message }
}

function whyNotClaimed<Status extends string>(
  rules: ClaimRules<Status> & { noun: string },
  { before, reviewer, now }: Situation<Reviewed<Status>>,
): Refusal | null {
  const claimant = activeClaimant(rules, before, now)
  if (!claimant || claimant.id === reviewer.id) return null
  return { code: 'conflict', message: assignedText(rules.noun, claimant.name) }
}
