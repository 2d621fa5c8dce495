import { addDays, SYDNEY } from '#contract/calendar.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { wholeCountryLegal } from '#server/calendar/legal-hours.ts'
import { instantOf } from '#server/calendar/places.ts'

/** The day in Sydney, for what must not be in the past or long ago. */
export const today = (): string => sydneyDate(new Date())

/** The day of `callingTime`. */
export const callingDay = (): string => sydneyDate(new Date(callingTime('12:00')))

/**
 * A time of the simulator on the next day with calling hours everywhere in Australia. It lies ahead of the machine's clock: a demo
 * world plans its calls from the later of the two, and a simulator in the past would find none.
 * @param time in Sydney, HH:MM, from 12:00 to 17:30
 * @returns an ISO instant
 */
export function callingTime(time: string): string {
  const now = new Date()
  for (let day = sydneyDate(now); ; day = addDays(day, 1)) {
    const noon = new Date(instantOf(day, '12:00', SYDNEY))
    if (noon > now && wholeCountryLegal(noon)) return new Date(instantOf(day, time, SYDNEY)).toISOString()
  }
}
