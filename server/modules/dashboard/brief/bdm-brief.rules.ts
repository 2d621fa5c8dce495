// Decides when a BDM gets the brief of the day by mail.

import type { Day } from '#contract/calendar.ts'

const FROM_MINUTE = 7 * 60 + 30
/** A server that was down at half past seven sends the brief until noon; later it would be of no use. */
const UNTIL_MINUTE = 12 * 60

/** The day whose brief is due, by the BDM's own clock; null outside the hours for it. */
export function dueBriefDay(now: Date, zone: string): Day | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const minute = local.hour * 60 + local.minute
  return minute >= FROM_MINUTE && minute < UNTIL_MINUTE ? local.toPlainDate().toString() : null
}

/** One mail a BDM and day, whichever process sends it. */
export const briefOccasion = (bdmId: number, day: Day): string => `bdm-brief:${day}:${bdmId}`
