// Decides when the morning mail is sent.

import { SYDNEY } from '#contract/calendar.ts'

const FROM_HOUR = 8
/** A server that was down at eight sends it until this hour; later it would be no morning mail. */
const UNTIL_HOUR = 12

/** In Sydney, by whose time the lender works. */
export function isDigestHour(now: Date): boolean {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(SYDNEY)
  return hour >= FROM_HOUR && hour < UNTIL_HOUR
}
