import { Clock } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import { callingClock } from '#contract/campaigns/calling-clock.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useNow } from '#web/lib/use-now.ts'
import { type ClockReading, clockNow, untilNextMinute } from './simulated-clock.ts'

/** Shows the clock used for calling hours while the simulator makes the calls. */
export function SimulatorBadge(): ReactElement | null {
  const clock = useRead(callingClock)
  if (!clock.data?.simulated) return null
  return <Badge reading={clock.data} readAt={clock.dataUpdatedAt} />
}

function Badge({ reading, readAt }: { reading: ClockReading; readAt: number }): ReactElement {
  const now = useNow(useCallback((at: number) => untilNextMinute(reading, readAt, at), [reading, readAt]))
  const shown = formatDateTime(clockNow(reading, readAt, now), { timeZone: 'Australia/Sydney' })
  return (
    <span className="inline-flex items-center gap-1.5">
      <Clock aria-hidden className="size-3 shrink-0" strokeWidth={2} />
      Simulator: calling hours judged as {shown}
    </span>
  )
}
