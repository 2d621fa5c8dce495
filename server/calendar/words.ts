import { BOOKING_ZONE } from '#contract/bookings.ts'

/** 'AEDT' or 'AEST', as it is on the date. */
export function zoneLabel(at: Date): string {
  const minutes =
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(BOOKING_ZONE).offsetNanoseconds /
    60e9
  return minutes === 660 ? 'AEDT' : 'AEST'
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

interface Parts {
  weekday: string
  day: number
  month: string
  year: number
  /** '9:00 am' */
  time: string
}

// written out rather than left to Intl, whose spaces and commas change with the version of its data
function partsOf(at: Date): Parts {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(BOOKING_ZONE)
  const minute = String(local.minute).padStart(2, '0')
  return {
    weekday: weekdays[local.dayOfWeek - 1] ?? '',
    day: local.day,
    month: months[local.month - 1] ?? '',
    year: local.year,
    time: `${local.hour % 12 || 12}:${minute} ${local.hour < 12 ? 'am' : 'pm'}`,
  }
}

/** 'Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT' */
export function whenText(start: Date, end: Date): string {
  const { weekday, day, month, year, time } = partsOf(start)
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)} ${year}, ${time} to ${partsOf(end).time} ${zoneLabel(start)}`
}

/** 'Tue 24 Nov, 10:00 am AEDT' */
export function shortWhen(start: Date): string {
  const { weekday, day, month, time } = partsOf(start)
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}, ${time} ${zoneLabel(start)}`
}

/** 'Tuesday 24 November at 10 am', as an agent says it */
export function spokenWhen(start: Date): string {
  const { weekday, day, month, time } = partsOf(start)
  return `${weekday} ${day} ${month} at ${time.replace(':00', '')}`
}

/** '30 June 2027' @param day YYYY-MM-DD */
export function longDay(day: string): string {
  const { year, month, day: date } = Temporal.PlainDate.from(day)
  return `${date} ${months[month - 1]} ${year}`
}
