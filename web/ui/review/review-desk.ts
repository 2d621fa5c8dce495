import { assignedText, type ReviewTable } from '#contract/documents/reviews.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Action } from '#contract/policy.ts'

/** The fields of a reviewed item that all desks share. */
export interface Subject<Status extends string = string> {
  id: number
  status: Status
  claimedBy: { id: number; name: string } | null
  /** From the server, where it was requested: why this user may not, whatever the status. */
  refusal?: string | null
}

/** Configuration of a review desk. */
export interface ReviewDesk<Status extends string, Item extends Subject<Status>> {
  /** 'document' */
  noun: string
  /** The permission to review. */
  right: Action
  table: ReviewTable<Status, string>
  /** Claims or unassigns: takes `id` and `claim`, answers an item. */
  claim: Endpoint
  /** 'Photo ID of Ann Ng': used after 'the'. */
  nameOf: (item: Item) => string
  /** Why this item can no longer be reviewed; null if it can. */
  superseded?: (item: Item) => string | null
  /** Why the transition table has no such action for this status. */
  standstill: (status: Status) => string
}

/** The signed-in reviewer. */
export interface Reviewer {
  id: number
  isAdmin: boolean
}

/** Why an action is refused, by the transition table and the assignee; null if allowed. */
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
  /** True to claim, false to unassign. */
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

/** True while the item awaits a reviewer and may be claimed. */
export function isWaiting<Status extends string, Item extends Subject<Status>>(
  { table }: ReviewDesk<Status, Item>,
  { status }: { status: Status },
): boolean {
  return table[status].claim !== undefined
}

/** True while the item awaits a reviewer and is unassigned. */
export function isUnassigned<Status extends string, Item extends Subject<Status>>(
  desk: ReviewDesk<Status, Item>,
  item: Item,
): boolean {
  return item.claimedBy === null && moveRefusal(desk, item, { move: 'claim', reviewer: null }) === null
}

/**
 * The item to decide next: the first from `start` on, wrapping around, that awaits a reviewer and is not claimed by
 * somebody else; null if only the item itself is left.
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
