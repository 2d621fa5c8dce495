/** A calling clock that goes on from one reading, which saves a query for each look at it. */
export interface RunningClock {
  /** The instant at which it was read. */
  now: Date
  /** Its seconds in one real second. */
  speed: number
  /** Its time at the moment of the call. */
  current(): Date
}

/**
 * Goes on from a reading by whichever tells of more time: the process's own count stands still while its host is suspended,
 * and the real time may be set back.
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
