import { Hand, Undo2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../Button.tsx'
import { isUnassigned, type ReviewDesk, type Subject } from './review-desk.ts'
import { type Claim, useClaim } from './use-claim.ts'

/** The claim or unassign button of an open item. */
export function ClaimButton({
  claim,
  className = '',
  shortcut,
}: {
  claim: Claim
  className?: string
  /** The key that does the same. */
  shortcut?: string
}): ReactElement {
  return (
    <Button
      className={className}
      icon={claim.isClaim ? Hand : Undo2}
      {...(shortcut && { 'aria-keyshortcuts': shortcut })}
      pending={claim.isPending}
      disabledReason={claim.refusal}
      onClick={claim.run}
    >
      {claim.label}
    </Button>
  )
}

interface RowClaimProps<Status extends string, Item extends Subject<Status>> {
  desk: ReviewDesk<Status, Item>
  item: Item
  /** Name of the item, read out after 'Claim'. */
  name: string
}

/** The claim button of a queue row; hidden once the item is claimed or decided. */
export function RowClaim<Status extends string, Item extends Subject<Status>>({
  desk,
  item,
  name,
}: RowClaimProps<Status, Item>): ReactElement | null {
  const claim = useClaim(desk, item)
  if (!isUnassigned(desk, item)) return null
  return (
    <Button
      size="sm"
      aria-label={`Claim ${name}`}
      pending={claim.isPending}
      disabledReason={claim.refusal}
      onClick={claim.run}
    >
      {claim.label}
    </Button>
  )
}
