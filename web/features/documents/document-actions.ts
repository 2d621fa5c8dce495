import type { ReviewDocument } from '#contract/document-reviews.ts'

type Subject = Pick<ReviewDocument, 'status' | 'current' | 'claimedBy'>

/** Who looks at it. */
export interface Reviewer {
  id: number
  isAdmin: boolean
}

interface ClaimState {
  /** What the button does. */
  claim: boolean
  label: string
  refusal: string | null
}

/** Claim, or give back; an admin may give back what somebody else holds. */
export function claimState(subject: Subject, reviewer: Reviewer | null): ClaimState {
  const { claimedBy } = subject
  const over = standstill(subject)
  if (claimedBy === null) return { claim: true, label: 'Claim', refusal: over }
  if (claimedBy.id === reviewer?.id) return { claim: false, label: 'Give back', refusal: over }
  if (reviewer?.isAdmin) return { claim: false, label: `Give back for ${claimedBy.name}`, refusal: over }
  return { claim: true, label: 'Claim', refusal: over ?? `${claimedBy.name} has this document in hand.` }
}

function standstill({ status, current }: Subject): string | null {
  if (!current) return 'A newer version has taken its place.'
  if (status === 'approved') return 'This document was approved already.'
  return status === 'rejected' ? 'This document was rejected already.' : null
}

/** Waits for a decision that this person can make, as far as the list tells. */
function isOpenTo({ status, current, claimedBy }: Subject, reviewerId: number | undefined): boolean {
  return status === 'pending' && current && (claimedBy === null || claimedBy.id === reviewerId)
}

/**
 * What is decided next: the first one from `start` on, in the order of the list and round to its beginning, that nobody
 * else has in hand; null when nothing is left beside the document itself.
 */
export function nextToDecide<Item extends Subject & { id: number }>(
  items: readonly Item[],
  start: number,
  { id, reviewerId }: { id: number; reviewerId: number | undefined },
): Item | null {
  const inOrder = [...items.slice(start), ...items.slice(0, start)]
  return inOrder.find((item) => item.id !== id && isOpenTo(item, reviewerId)) ?? null
}

/** The reasons that stand in the text, a line each. */
export function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim())
}

/** Adds a reason as a line of its own, or takes it out again; what was typed beside it stays. */
export function toggleReason(text: string, reason: string): string {
  if (!linesOf(text).includes(reason)) return text.trim() === '' ? reason : `${text.trimEnd()}\n${reason}`
  return text
    .split('\n')
    .filter((line) => line.trim() !== reason)
    .join('\n')
    .trim()
}
