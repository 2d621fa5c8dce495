import type { ReactElement } from 'react'
import { useNow } from '#web/lib/use-now.ts'
import { Badge } from '../Badge.tsx'
import { RelativeTime } from '../RelativeTime.tsx'
import type { Column } from '../table-columns.ts'
import type { Subject } from './review-desk.ts'

/** Who has claimed a row. */
export const assignedColumn: Column<Subject> = {
  id: 'claimedBy',
  header: 'Assigned to',
  cell: ({ claimedBy }) => claimedBy?.name ?? 'Unassigned',
  width: '10rem',
  wide: true,
}

const LONG_WAIT_DAYS = 3
const DAY_MS = 86_400_000

/** True for what has waited for a reviewer for long. */
export function waitsLong(since: string, now: number): boolean {
  return now - Date.parse(since) > LONG_WAIT_DAYS * DAY_MS
}

/** How often it is asked whether something has waited for long. */
const lookAgain = (): number => 600_000

/** When it came, marked where it has waited for long. @param isWaiting a reviewer is waited for */
export function WaitingSince({ since, isWaiting }: { since: string; isWaiting: boolean }): ReactElement {
  const now = useNow(lookAgain)
  return (
    <span className="inline-flex items-center gap-2">
      <RelativeTime when={since} />
      {isWaiting && waitsLong(since, now) && <Badge tone="amber">Overdue</Badge>}
    </span>
  )
}
