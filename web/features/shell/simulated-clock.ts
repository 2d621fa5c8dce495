export interface ClockReading {
  /** What the clock read, ISO. */
  now: string
  /** Simulated seconds per real second. */
  speed: number
}

/** What a simulated clock reads now, in milliseconds, when it was read at `readAt` on the real clock. */
export function clockNow(reading: ClockReading, readAt: number, realNow: number): number {
  return Date.parse(reading.now) + Math.max(0, realNow - readAt) * reading.speed
}

/** Real milliseconds until the clock shows another minute; never so short that the page does nothing else. */
export function untilNextMinute(reading: ClockReading, readAt: number, realNow: number): number {
  const left = 60_000 - (clockNow(reading, readAt, realNow) % 60_000)
  return reading.speed > 0 ? Math.max(250, left / reading.speed) : 60_000
}
