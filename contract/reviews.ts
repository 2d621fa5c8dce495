/** Shared by all review desks: documents, applications. */

/** Hours until a claim expires. */
export const CLAIM_HOURS = 2

/** What waits longer than this for a reviewer is overdue. */
export const REVIEW_DAYS = 3

/** What a reviewer can do: claim, unassign, or one of the desk's decisions. */
export type ReviewMove<Decision extends string> = 'claim' | 'unassign' | Decision

/**
 * What each move makes of each status; a move that is absent cannot be made. What can be claimed waits for a reviewer, and
 * there a claim expires.
 */
export type ReviewTable<Status extends string, Decision extends string> = Readonly<
  Record<Status, Readonly<Partial<Record<ReviewMove<Decision>, Status>>>>
>

/** Why other reviewers may not act: 'This document is assigned to Jo Ng.' */
export function assignedText(noun: string, name: string): string {
  return `This ${noun} is assigned to ${name}.`
}
