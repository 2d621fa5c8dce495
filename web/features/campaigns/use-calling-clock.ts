import { useCallback } from 'react'
import { callingClock } from '#contract/campaigns/calling-clock.ts'
import { useRead } from '#web/api/use-read.ts'
import { type ClockReading, clockNow, untilNextMinute } from '#web/features/shell/simulated-clock.ts'
import { useNow } from '#web/lib/use-now.ts'

const realTime: ClockReading = { now: '1970-01-01T00:00:00Z', speed: 1 }

/** The clock that calling hours follow, in milliseconds; simulated when the simulator makes the calls. */
export function useCallingNow(): number {
  const clock = useRead(callingClock)
  const reading = clock.data ?? realTime
  const readAt = clock.data ? clock.dataUpdatedAt : 0
  const now = useNow(useCallback((at: number) => untilNextMinute(reading, readAt, at), [reading, readAt]))
  return clockNow(reading, readAt, now)
}
