// The choices when a meeting is moved, from the free times of the calendars.

import { type AvailabilityDay, BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { shortDayName } from '#contract/calendar.ts'
import { formatTime } from '#web/lib/dates.ts'
import { countOf } from '#web/lib/format.ts'
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

/** Keeps the chosen day and time while they are available; defaults to the first available ones. */
export function chosenTime(
  days: readonly AvailabilityDay[],
  { day, start }: { day: string; start: string },
): ChosenTime {
  const on = days.find(({ date }) => date === day) ?? days[0]
  const times =
    on?.slots.map((slot) => ({ value: slot.start, label: formatTime(slot.start, BOOKING_ZONE) })) ?? []
  const isOffered = times.some(({ value }) => value === start)
  const isGone = start !== '' && times.length > 0 && !isOffered
  return {
    day: on?.date ?? '',
    start: isOffered ? start : isGone ? '' : (times[0]?.value ?? ''),
    times: isGone ? [{ value: '', label: 'Choose a time' }, ...times] : times,
    isGone,
  }
}
