import { type ReactElement, useCallback } from 'react'
import {
  activityTime,
  formatDateTime,
  formatEventTime,
  interactionTime,
  untilNextWording,
  type When,
} from '#web/lib/dates.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Tooltip } from './Tooltip.tsx'

interface RelativeTimeProps {
  when: When
  /** The simulator's clock, where a simulated call caused the event: the tooltip shows it. */
  simulatedAt?: When
  /** `activity`: 'Just now', '5 minutes ago'; `interaction`: 'Less than an hour ago'. */
  wording?: 'activity' | 'interaction'
}

/** Relative time of an event, updated while the page is open. The exact time is in the tooltip. */
export function RelativeTime({ when, simulatedAt, wording = 'activity' }: RelativeTimeProps): ReactElement {
  const now = useNow(useCallback((at: number) => untilNextWording(when, at), [when]))
  const text = wording === 'activity' ? activityTime(when, now) : interactionTime(when, now)
  if (when === null || when === undefined) return <span>{text}</span>
  return (
    <Tooltip text={simulatedAt ? formatEventTime(when, simulatedAt) : formatDateTime(when, { now })}>
      <time dateTime={new Date(when).toISOString()} className="whitespace-nowrap">
        {text}
      </time>
    </Tooltip>
  )
}
