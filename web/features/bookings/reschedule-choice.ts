// The choices when a meeting is moved, from the free times of the calendars.

import { type AvailabilityDay, BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { shortDayName } from '#contract/calendar.ts'
import { formatTime } from '#web/lib/dates.ts'
import { countOf } from '#web/lib/format.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import type { Option } from '#web/ui/SelectField.tsx'

/** The days with a free time, other than the one the meeting has already. */
export function freeDays(days: readonly AvailabilityDay[], current: string | null): AvailabilityDay[] {
  return days
    .map(({ date, slots }) => ({
      date,
      slots: slots.filter(
        ({ available, start }) =>
          available && (current === null || Date.parse(start) !== Date.parse(current)),
      ),
    }))
    .filter(({ slots }) => slots.length > 0)
}

/** 'Tue 24 Nov (5 times)' */
export function dayOptions(days: readonly AvailabilityDay[]): Option[] {
  return days.map(({ date, slots }) => ({
    value: date,
    label: `${shortDayName(date)} (${countOf(slots.length, 'time')})`,
  }))
}

interface ChosenTime {
  day: string
  /** '' where none can be had, or the chosen one no longer can. */
  start: string
  times: Option[]
  /** The chosen time is no longer available: the user has to choose another. */
  isGone: boolean
}

/**
 * Keeps the chosen day and time while they are available. A new meeting defaults to the first available time; a meeting that is moved
 * stays on its day and time where they are available, and otherwise the user chooses.
 * @param current the time of a meeting that is moved; null: a new meeting
 */
export function chosenTime(
  days: readonly AvailabilityDay[],
  { day, start }: { day: string; start: string },
  current: string | null,
): ChosenTime {
  const dayOf = (date: string) => days.find((each) => each.date === date)
  const on = dayOf(day) ?? (current === null ? days[0] : dayOf(dayIn(BOOKING_ZONE, current)))
  const times =
    on?.slots.map((slot) => ({ value: slot.start, label: formatTime(slot.start, BOOKING_ZONE) })) ?? []
  const isOffered = times.some(({ value }) => value === start)
  const isGone = start !== '' && days.length > 0 && !isOffered
  const preset =
    current === null ? times[0] : times.find(({ value }) => Date.parse(value) === Date.parse(current))
  const chosen = isOffered ? start : isGone ? '' : (preset?.value ?? '')
  const prompt = on ? 'Choose a time' : 'Choose a day first'
  return {
    day: on?.date ?? '',
    start: chosen,
    times: chosen === '' && days.length > 0 ? [{ value: '', label: prompt }, ...times] : times,
    isGone,
  }
}
