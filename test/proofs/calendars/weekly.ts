const ZONE = 'Australia/Sydney'
const WEEKS = 60

/** The occurrences of an entry that is repeated every week at the same time in Sydney: an hour off in UTC once the clocks change. */
export function expandWeekly(start: Date, end: Date): { start: Date; end: Date }[] {
  const [from, to] = [start, end].map((at) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(ZONE),
  )
  if (!from || !to) return []
  const length = end.getTime() - start.getTime()
  return Array.from({ length: WEEKS }, (_, weeks) => {
    const begins = new Date(from.add({ weeks }).epochMilliseconds)
    return { start: begins, end: new Date(begins.getTime() + length) }
  })
}
