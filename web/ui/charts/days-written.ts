/** Width in pixels of a date such as 'Wed 25 Nov', with margins. */
const ROOM = 88

/**
 * Which of the days below a chart are written: as many as fit, all equally far apart.
 * @param width of the chart in pixels
 */
export function daysWritten<Day>(days: readonly Day[], width: number): Day[] {
  const every = Math.max(1, Math.ceil(days.length / Math.max(1, Math.floor(width / ROOM))))
  return days.filter((_, at) => at % every === Math.floor(every / 2))
}
