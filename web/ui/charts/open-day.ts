import { SYDNEY } from '#contract/calendar.ts'
import { dayIn } from '#web/lib/zoned-days.ts'

/** The day of the last row if it is not over in Sydney: it is drawn lighter, as its figures still grow. */
export function openDay(rows: readonly { day: string }[], now = Date.now()): string | null {
  const last = rows.at(-1)?.day
  return last === dayIn(SYDNEY, now) ? last : null
}

/** Follows the date of an open day. */
export const SO_FAR = ', so far'
