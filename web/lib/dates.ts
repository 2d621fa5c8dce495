/** Dates in readable form. Pure: `now` and the zone are arguments; an invalid or missing date becomes an en dash. */
import { SYDNEY, shortDayName } from '#contract/calendar.ts'
import { ABSENT } from './format.ts'
import { dayIn, timeIn, zoneLabelIn } from './zoned-days.ts'

export type When = string | number | Date | null | undefined

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function instantOf(when: When): number | null {
  if (when === null || when === undefined || when === '') return null
  const ms = new Date(when).getTime()
  return Number.isNaN(ms) ? null : ms
}

const DAY_ONLY = /^\d{4}-\d{2}(?:-\d{2})?$/

/** A day without a time is the same day everywhere: it is written without regard to any zone. */
const zoneFor = (when: When, timeZone: string | undefined): string | undefined =>
  typeof when === 'string' && DAY_ONLY.test(when) ? 'UTC' : timeZone

interface DateOptions {
  /** Left out: the browser's. */
  timeZone?: string | undefined
  /** Its year is not written. */
  now?: number
}

/** 'Tue 24 Nov'; with the year where it is not the year of `now`. A day such as '2026-11-24' is that day in every zone. */
export function formatDate(when: When, { timeZone, now = Date.now() }: DateOptions = {}): string {
  const ms = instantOf(when)
  if (ms === null) return ABSENT
  const zone = zoneFor(when, timeZone)
  const day = dayIn(zone, ms)
  return shortDayName(day, day.slice(0, 4) !== dayIn(zone, now).slice(0, 4))
}

/** 'Tue' */
export function formatWeekday(when: When, timeZone?: string): string {
  const ms = instantOf(when)
  return ms === null ? ABSENT : shortDayName(dayIn(timeZone, ms)).slice(0, 3)
}

/** '12:00 pm' */
export function formatTime(when: When, timeZone?: string): string {
  const ms = instantOf(when)
  return ms === null ? ABSENT : formatClock(timeIn(timeZone, ms))
}

/** A clock time HH:MM, or with seconds, as '9:00 am' or '9:00:05 am'. */
export function formatClock(time: string): string {
  const [hours = '0', ...rest] = time.split(':')
  const hour = Number(hours)
  return `${[hour % 12 || 12, ...rest].join(':')} ${hour < 12 ? 'am' : 'pm'}`
}

/** An hour of the day, 0 to 23, as '9 am'. */
export const formatHour = (hour: number): string => `${hour % 12 || 12} ${hour % 24 < 12 ? 'am' : 'pm'}`

/** '12:00:05 pm', for events that are seconds apart */
export function formatSeconds(when: When, timeZone?: string): string {
  const ms = instantOf(when)
  return ms === null ? ABSENT : formatClock(timeIn(timeZone, ms, 'seconds'))
}

/** 'Tue 24 Nov, 12:00 pm AEDT'; with the year where it is not the year of `now`. */
export function formatDateTime(when: When, options: DateOptions = {}): string {
  const ms = instantOf(when)
  if (ms === null) return ABSENT
  const { timeZone } = options
  return `${formatDate(ms, options)}, ${formatTime(ms, timeZone)} ${zoneLabelIn(timeZone, ms)}`
}

/**
 * The time of an event. The simulator's clock is shown, with its label, where a simulated call caused the event: the
 * meetings, tasks and decisions of that call follow the same clock.
 */
export function formatEventTime(at: When, simulatedAt: When): string {
  if (instantOf(simulatedAt) === null) return formatDateTime(at)
  return `${formatDateTime(simulatedAt, { timeZone: SYDNEY })} (simulated call)`
}

/** The real time of a simulated event, where it differs in the minute from the simulator's; else null. */
export function realTimeText(at: When, simulatedAt: When): string | null {
  const [real, simulated] = [instantOf(at), instantOf(simulatedAt)]
  if (real === null || simulated === null) return null
  return Math.floor(real / MINUTE) === Math.floor(simulated / MINUTE)
    ? null
    : `Real time: ${formatDateTime(real)}`
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** Wording of the activity panel: 'Just now', then minutes under an hour, hours under a day, then days. */
export function activityTime(when: When, now: number): string {
  const ms = instantOf(when)
  if (ms === null) return ABSENT
  const age = now - ms
  if (age < MINUTE) return 'Just now'
  if (age < HOUR) return ago(Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return ago(Math.floor(age / HOUR), 'hour')
  return ago(Math.floor(age / DAY), 'day')
}

/** Wording of the interactions table: 'Less than an hour ago', then hours under a day, then days. */
export function interactionTime(when: When, now: number): string {
  const ms = instantOf(when)
  if (ms === null) return ABSENT
  const age = now - ms
  if (age < HOUR) return 'Less than an hour ago'
  if (age < DAY) return ago(Math.floor(age / HOUR), 'hour')
  return ago(Math.floor(age / DAY), 'day')
}

/** Milliseconds until either wording can change next, so that an open page stays correct without a frequent timer. */
export function untilNextWording(when: When, now: number): number {
  const ms = instantOf(when)
  if (ms === null) return DAY
  const age = Math.max(0, now - ms)
  const step = age < HOUR ? MINUTE : HOUR
  return step - (age % step) + 1
}
