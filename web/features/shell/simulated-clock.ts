export interface ClockReading {
  /** Time of the clock, ISO. */
  now: string
  /** Simulated seconds per real second. */
  speed: number
}

/** The simulated clock's present time in milliseconds, from a reading at `readAt` on the real clock. */
export function clockNow(reading: ClockReading, readAt: number, realNow: number): number {
  return Date.parse(reading.now) + Math.max(0, realNow - readAt) * reading.speed
}

/** Real milliseconds until the clock shows another minute; with a minimum, so that the page is not always busy. */
export function untilNextMinute(reading: ClockReading, readAt: number, realNow: number): number {
  const left = 60_000 - (clockNow(reading, readAt, realNow) % 60_000)
  return reading.speed > 0 ? Math.max(250, left / reading.speed) : 60_000
}
