// Decides what a reviewer's move makes of what is reviewed, by the table of its desk, and says in words why not.

import type { ErrorCode } from '#contract/errors.ts'
import { assignedText, CLAIM_HOURS, type ReviewMove, type ReviewTable } from '#contract/reviews.ts'

const HOUR_MS = 3_600_000

export interface Person {
  id: number
  name: string
}

export interface Reviewer extends Person {
  email: string
  /** The broker that this person is too; null: none. */
  brokerId: number | null
  admin: boolean
}

/** Whose it is, as far as that is known. */
export interface Owner {
  brokerId: number | null
  userId: number | null
  email: string | null
}

export interface Claim {
  claimedBy: Person | null
  claimedAt: Date | null
}

/** What is reviewed, as far as every desk goes. */
export interface Reviewed<Status extends string> extends Claim {
  id: number
  status: Status
  owner: Owner
}

export interface Refusal {
  code: Extract<ErrorCode, 'rule_forbids' | 'conflict'>
  message: string
}

/** What a desk knows of its reviews. */
export interface ReviewRules<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status> = Reviewed<Status>,
> {
  /** In sentences, e.g. 'document'. */
  noun: string
  table: ReviewTable<Status, Decision>
  /** After a decision the claim stays with who decided; else it ends. */
  keepsClaim: boolean
  /** Why nobody may review this one any more, whatever its status; null: they may. */
  superseded?(before: Subject): string | null
  /** Why the table has no such move from this status, or who decided meanwhile. */
  standstill(before: Subject, reviewer: Reviewer): Refusal
}

/** The same without the decisions, for whoever asks about claims only. */
type ClaimRules<Status extends string> = { table: ReviewTable<Status, string> }

export interface Situation<Subject> {
  before: Subject
  reviewer: Reviewer
  now: Date
}

export interface Move<Status extends string, Decision extends string> {
  action: ReviewMove<Decision>
  /** The status that the reviewer had before them, where a decision names it. */
  seen?: Status
}

/** What the row is to hold after a move. */
export interface Moved<Status extends string> extends Claim {
  ok: true
  status: Status
  /** False: the same reviewer had claimed it already, or nobody had. Nothing to tell. */
  changed: boolean
}

export type ReviewOutcome<Status extends string> = Moved<Status> | ({ ok: false } & Refusal)

/** A claim from this instant or before has expired. */
export function claimsSince(now: Date): Date {
  return new Date(now.getTime() - CLAIM_HOURS * HOUR_MS)
}

/** Statuses that wait for a reviewer: there it can be claimed, and a claim expires. */
export function waitingStatuses<Status extends string>({ table }: ClaimRules<Status>): Status[] {
  return (Object.keys(table) as Status[]).filter((status) => table[status].claim !== undefined) // its own keys
}

/** Current claimant; null once the claim has expired. Where no reviewer is waited for, a claim stays. */
export function activeClaimant<Status extends string>(
  { table }: ClaimRules<Status>,
  { status, claimedBy, claimedAt }: Claim & { status: Status },
  now: Date,
): Person | null {
  if (table[status].claim === undefined) return claimedBy
  return claimedBy && claimedAt && claimedAt > claimsSince(now) ? claimedBy : null
}

/** Why this person may neither claim nor decide, whatever the status; null: they may. */
export function whyNotReview<
  Status extends string,
  Decision extends string,
  Subject extends Reviewed<Status>,
>(rules: ReviewRules<Status, Decision, Subject>, situation: Situation<Subject>): Refusal | null {
  return (
    whyNotOwn(rules.noun, situation) ?? whyNotSuperseded(rules, situation) ?? whyNotClaimed(rules, situation)
  )
}

/** What a move makes of it; claiming again begins the claim's time anew. */
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
  // what was decided meanwhile says more than that something newer came
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

/** An admin may unassign somebody else. */
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
