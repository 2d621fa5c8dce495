const LONG_DATE = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

/** '21 December 2026', as it is in Sydney. */
export function longDate(at: Date): string {
  return LONG_DATE.format(at)
}
