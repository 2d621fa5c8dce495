import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { Day } from '#contract/calendar.ts'
import { formatClock } from '#web/lib/dates.ts'
import { countOf } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { countIn, type gapBefore, type Lane } from './week-cells.ts'

interface LaneHeadProps {
  lane: Lane
  days: readonly Day[]
  today: Day
  onOpen: () => void
}

/** The name of a BDM with meetings, free times and the brief of the day. */
export function LaneHead({ lane, days, today, onOpen }: LaneHeadProps): ReactElement {
  const { name, active } = lane.bdm
  const { meetings, conflicts, free } = countIn(lane, days)
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={days.length + 1}
        className="h-9 border-b border-line bg-canvas px-4 text-left font-medium"
      >
        <span className="flex min-w-0 items-center gap-2">
          <button type="button" onClick={onOpen} className="truncate rounded hover:underline" title={name}>
            {name}
          </button>
          {!active && <Badge>Not taking meetings</Badge>}
          {conflicts > 0 && (
            <Badge tone="amber" icon={TriangleAlert}>
              {conflicts === 1 ? '1 meeting needs' : `${conflicts} meetings need`} another time
            </Badge>
          )}
          <span className="ml-auto text-xs font-normal whitespace-nowrap text-ink-soft">
            {[meetings === 0 ? 'No meetings' : countOf(meetings, 'meeting'), active && `${free} free`]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Link
            to={pathTo.brief(lane.bdm.id, days.includes(today) ? today : days[0])}
            className="link text-xs font-normal"
          >
            Brief<span className="sr-only"> for {name}</span>
          </Link>
        </span>
      </th>
    </tr>
  )
}

/** The time between two rows in which there are no meetings, such as lunch. */
export function Gap({ span, gap }: { span: number; gap: ReturnType<typeof gapBefore> }): ReactElement | null {
  if (!gap) return null
  return (
    <tr>
      <td
        colSpan={span}
        className="h-5 border-b border-line bg-sunken px-4 text-center text-xs text-ink-soft"
      >
        {formatClock(gap.from)} to {formatClock(gap.to)}: no meetings
      </td>
    </tr>
  )
}
