/** Decides when a calendar that could not be read is tried again, and when its BDM is reminded. */
import type { CalendarFault } from '#server/providers/ports/calendars.ts'

const MINUTE_MS = 60_000
const LEAST_MS = 30_000
const MOST_MS = 15 * MINUTE_MS
const DAY_MS = 86_400_000

/** The service's own time where it names one; else longer the longer it fails. */
export function retryAt(
  { kind, retryAfterMs }: Pick<CalendarFault, 'kind' | 'retryAfterMs'>,
  { now, failingSince }: { now: Date; failingSince: Date },
): Date {
  const elapsed = now.getTime() - failingSince.getTime()
  const wait =
    kind === 'busy' && retryAfterMs !== null
      ? retryAfterMs
      : Math.min(MOST_MS, Math.max(LEAST_MS, elapsed / 2))
  return new Date(now.getTime() + wait)
}

/** Days after the loss of a calendar on which its BDM gets a mail. */
const REMINDER_DAYS = [1, 3, 7]

/** The number of mails that are due so far. */
export function remindersDue(disconnectedAt: Date, now: Date): number {
  const elapsed = now.getTime() - disconnectedAt.getTime()
  return REMINDER_DAYS.filter((days) => elapsed >= days * DAY_MS).length
}
