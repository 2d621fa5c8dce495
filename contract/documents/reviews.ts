/** Shared by all review desks: documents, applications. */

/** Hours until a claim expires. */
export const CLAIM_HOURS = 2

/** Days after which a waiting item is overdue for review. */
export const REVIEW_DAYS = 3

/** Actions of a reviewer: claim, unassign, or one of the desk's decisions. */
export type ReviewMove<Decision extends string> = 'claim' | 'unassign' | Decision

/**
 * The status after each action, by status; a missing action is not allowed. A claimable item waits for a reviewer, and
 * its claim expires.
 */
export type ReviewTable<Status extends string, Decision extends string> = Readonly<
  Record<Status, Readonly<Partial<Record<ReviewMove<Decision>, Status>>>>
>

/** Why other reviewers may not act: 'This document is assigned to Jo Ng.' */
export function assignedText(noun: string, name: string): string {
  return `This ${noun} is assigned to ${name}.`
}
