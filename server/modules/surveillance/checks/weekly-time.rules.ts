// Decides when the weekly check of all brokers is due: Sundays 20:00 UTC, which is Monday morning in Sydney.

const HOUR = 20
const DAY_MS = 86_400_000

/** As the schedule of the job. */
export const WEEKLY_CRON = `0 ${HOUR} * * 0`

/** The newest due time that is not ahead. */
export function lastWeeklyTime(now: Date): Date {
  const sunday = new Date(now)
  sunday.setUTCDate(now.getUTCDate() - now.getUTCDay())
  sunday.setUTCHours(HOUR, 0, 0, 0)
  return sunday <= now ? sunday : new Date(sunday.getTime() - 7 * DAY_MS)
}
