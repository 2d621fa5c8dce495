const DAY = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' })

/** '30 June 2027' @param day YYYY-MM-DD */
export function longDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}
