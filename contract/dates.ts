import { z } from 'zod'

/**
 * No date in Brokerline is outside these years: such a date is a typing error, and PostgreSQL formats years beyond
 * 9999 differently.
 */
const OUTSIDE = 'Give a date between the years 2000 and 2099'

/** A calendar day as people enter it. @param error for a value that is not a day */
export const givenDay = (error = 'Enter the day as YYYY-MM-DD') => z.iso.date(error).regex(/^20/, OUTSIDE)

const FIRST_MS = Date.UTC(2000, 0, 1)
const END_MS = Date.UTC(2100, 0, 1)

/** A moment as people give it: ISO 8601 with offset. */
export const givenInstant = () =>
  z.iso.datetime({ offset: true, error: 'Enter the time as ISO 8601, with its offset' }).refine((value) => {
    const ms = Date.parse(value)
    return ms >= FIRST_MS && ms < END_MS
  }, OUTSIDE)
