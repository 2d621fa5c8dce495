/** A calling clock that extrapolates one reading, which saves a query for each use. */
export interface RunningClock {
  /** The instant at which it was read. */
  now: Date
  /** Its seconds in one real second. */
  speed: number
  /** Its time at the moment of the call. */
  current(): Date
}

/**
 * Extrapolates a reading by the larger of two measures of elapsed time: the process's monotonic clock stops while its
 * host is suspended, and the system time may be set back.
 */
export function runningClock(
  { now, speed }: { now: Date; speed: number },
  realTime: () => Date,
): RunningClock {
  const counted = performance.now()
  const real = realTime().getTime()
  return {
    now,
    speed,
    current() {
      const passed = Math.max(performance.now() - counted, realTime().getTime() - real)
      return new Date(now.getTime() + passed * speed)
    },
  }
}
