import type { Endpoint } from '#contract/endpoint.ts'
import type { Action } from '#contract/policy.ts'
import { assignedText, type ReviewTable } from '#contract/reviews.ts'

/** What is reviewed, as far as every desk goes. */
export interface Subject<Status extends string = string> {
  id: number
  status: Status
  claimedBy: { id: number; name: string } | null
  /** From the server, where it was asked: why this person may not, whatever the status. */
  refusal?: string | null
}

/** What a desk's screens know of its reviews. */
export interface ReviewDesk<Status extends string, Item extends Subject<Status>> {
  /** 'document' */
  noun: string
  /** The right to review here. */
  right: Action
  table: ReviewTable<Status, string>
  /** Claims or unassigns: takes `id` and `claim`, answers an item. */
  claim: Endpoint
  /** 'Photo ID of Ann Ng': stands after 'the'. */
  nameOf: (item: Item) => string
  /** Why nobody may review this one any more; null: they may. */
  superseded?: (item: Item) => string | null
  /** Why the table has no such move from this status. */
  standstill: (status: Status) => string
}

/** Who looks at it. */
export interface Reviewer {
  id: number
  isAdmin: boolean
}

/** Why this move cannot be made now, by the desk's table and by who has claimed it; null when it can. */
export function moveRefusal<Status extends string, Item extends Subject<Status>>(
  desk: ReviewDesk<Status, Item>,
  item: Item,
  { move, reviewer }: { move: string; reviewer: Reviewer | null },
): string | null {
  const { status, claimedBy } = item
  const stop = desk.superseded?.(item) ?? (desk.table[status][move] ? null : desk.standstill(status))
  if (stop !== null) return stop
  if (claimedBy === null || claimedBy.id === reviewer?.id) return null
  return move === 'unassign' && reviewer?.isAdmin ? null : assignedText(desk.noun, claimedBy.name)
}

export interface ClaimState {
  /** What the button does: claims, or unassigns. */
  claim: boolean
  label: string
  refusal: string | null
}

/** Claim, or unassign; an admin may unassign somebody else. */
export function claimState<Status extends string, Item extends Subject<Status>>(
  desk: ReviewDesk<Status, Item>,
  item: Item,
  reviewer: Reviewer | null,
): ClaimState {
  const { claimedBy } = item
  const isMine = claimedBy !== null && claimedBy.id === reviewer?.id
  const claim = !isMine && !(claimedBy && reviewer?.isAdmin)
  const refusal = moveRefusal(desk, item, { move: claim ? 'claim' : 'unassign', reviewer })
  if (claim) return { claim, label: 'Claim', refusal: refusal ?? item.refusal ?? null }
  return { claim, label: isMine ? 'Unassign' : `Unassign ${claimedBy?.name}`, refusal }
}

/** A reviewer is waited for: it may be claimed. */
export function isWaiting<Status extends string, Item extends Subject<Status>>(
  { table }: ReviewDesk<Status, Item>,
  { status }: { status: Status },
): boolean {
  return table[status].claim !== undefined
}

/** Waits for a reviewer and nobody has claimed it. */
export function isUnassigned<Status extends string, Item extends Subject<Status>>(
  desk: ReviewDesk<Status, Item>,
  item: Item,
): boolean {
  return item.claimedBy === null && moveRefusal(desk, item, { move: 'claim', reviewer: null }) === null
}

/**
 * What is decided next: the first one from `start` on, in the order of the list and round to its beginning, that waits
 * and nobody else has claimed; null when nothing is left beside the item itself.
 */
export function nextToDecide<Status extends string, Item extends Subject<Status>>(
  desk: ReviewDesk<Status, Item>,
  items: readonly Item[],
  { id, start, reviewer }: { id: number; start: number; reviewer: Reviewer | null },
): Item | null {
  const inOrder = [...items.slice(start), ...items.slice(0, start)]
  const isOpen = (item: Item): boolean => moveRefusal(desk, item, { move: 'claim', reviewer }) === null
  return inOrder.find((item) => item.id !== id && isOpen(item)) ?? null
}
