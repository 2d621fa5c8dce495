import type { ReactElement } from 'react'
import { REVIEW_DAYS } from '#contract/documents/reviews.ts'
import { ABSENT } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Badge } from '../Badge.tsx'
import { RelativeTime } from '../RelativeTime.tsx'
import type { Column } from '../table-columns.ts'
import type { Subject } from './review-desk.ts'

/** The assignee column. */
export const assignedColumn: Column<Subject> = {
  id: 'claimedBy',
  header: 'Assigned to',
  cell: ({ claimedBy }) => claimedBy?.name ?? <Unassigned />,
  width: '10rem',
  wide: true,
  phone: 'second',
  // the claim button next to them shows that it is unclaimed
  onPhone: ({ claimedBy }) => claimedBy?.name,
}

const DAY_MS = 86_400_000

/** A dash, as most rows of a queue are unassigned. */
export function Unassigned(): ReactElement {
  return (
    <span className="text-ink-faint">
      <span aria-hidden>{ABSENT}</span>
      <span className="sr-only">Unassigned</span>
    </span>
  )
}

/** True if an item is overdue for review. */
export function waitsLong(since: string, now: number): boolean {
  return now - Date.parse(since) > REVIEW_DAYS * DAY_MS
}

/** How often to check whether an item is overdue, in milliseconds. */
const checkInterval = (): number => 600_000

/** Age of an item, marked if overdue. @param isWaiting true while it awaits a reviewer */
export function WaitingSince({ since, isWaiting }: { since: string; isWaiting: boolean }): ReactElement {
  const now = useNow(checkInterval)
  return (
    <span className="inline-flex items-center gap-2">
      <RelativeTime when={since} />
      {isWaiting && waitsLong(since, now) && <Badge tone="amber">Overdue</Badge>}
    </span>
  )
}
