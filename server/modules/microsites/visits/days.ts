export const REPORT_ZONE = 'Australia/Sydney'

const DAY_MS = 86_400_000
/** Within half an hour that starts at a round one, no zone of today changes its date or its hour. */
const STEP_MS = 30 * 60_000

export interface SydneyHour {
  /** YYYY-MM-DD */
  day: string
  /** True from midnight to one o'clock. */
  first: boolean
}

let last: { step: number; hour: SydneyHour } | undefined

/** Day and hour in Sydney; asked for every visit, so the answer for this half hour is kept. */
export function sydneyHour(at: Date): SydneyHour {
  const step = Math.floor(at.getTime() / STEP_MS)
  if (last?.step !== step) {
    const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(REPORT_ZONE)
    last = { step, hour: { day: local.toPlainDate().toString(), first: local.hour === 0 } }
  }
  return last.hour
}

/** @param day YYYY-MM-DD */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** The instant at which a day begins in Sydney. */
export function startOfDay(day: string): Date {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(REPORT_ZONE)
  return new Date(start.epochMilliseconds)
}
