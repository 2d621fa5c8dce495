/** The content of the week: a lane for each BDM, in it a row for each time, in it a cell for each day. */
import type { Absence, BdmCalendar, CalendarSlot } from '#contract/bookings/bdm-calendars.ts'
import { BOOKING_ZONE, type Booking, MEETING_MINUTES } from '#contract/bookings/bookings.ts'
import type { Day } from '#contract/calendar.ts'
import { dayIn, timeIn } from '#web/lib/zoned-days.ts'

/** A position in the week, independent of its content. */
export interface Place {
  bdmId: number
  day: Day
  /** HH:MM in Sydney. */
  time: string
}

export type Cell =
  | { kind: 'meeting'; booking: Booking; conflict: string | null }
  | { kind: 'free'; start: string }
  | { kind: 'taken'; by: NonNullable<CalendarSlot['by']>; reason: string; isFirst: boolean }
  | { kind: 'none' }

export interface Lane {
  bdm: BdmCalendar
  /** HH:MM, in order. */
  times: readonly string[]
  cellAt: (day: Day, time: string) => Cell
}

const NONE: Cell = { kind: 'none' }

export function laneOf(bdm: BdmCalendar): Lane {
  const cells = new Map<string, Cell>()
  let before: CalendarSlot | undefined
  for (const slot of bdm.slots) {
    cells.set(keyAt(slot.start), cellOf(slot, before))
    before = slot
  }
  for (const booking of bdm.meetings) {
    const conflict = conflictOf(booking, bdm.absences)
    cells.set(keyAt(booking.scheduledDate), { kind: 'meeting', booking, conflict })
  }
  const times = [...new Set([...cells.keys()].map((key) => key.slice(-5)))].toSorted()
  return { bdm, times, cellAt: (day, time) => cells.get(`${day} ${time}`) ?? NONE }
}

const keyAt = (start: string): string => `${dayIn(BOOKING_ZONE, start)} ${timeIn(BOOKING_ZONE, start)}`

/** A reason that covers several times of a day in a row is shown once. */
function cellOf({ start, by, reason }: CalendarSlot, before: CalendarSlot | undefined): Cell {
  if (by === null) return { kind: 'free', start }
  const isSame = before?.reason === reason && dayIn(BOOKING_ZONE, before.start) === dayIn(BOOKING_ZONE, start)
  return { kind: 'taken', by, reason: reason ?? '', isFirst: !isSame }
}

/** Why a meeting cannot be held at its time: 'during leave (Annual leave)'; null where it can. */
export function conflictOf(
  { scheduledDate, endsAt, status }: Pick<Booking, 'scheduledDate' | 'endsAt' | 'status'>,
  absences: readonly Absence[],
): string | null {
  if (status !== 'booked' && status !== 'unconfirmed') return null
  const [start, end] = [Date.parse(scheduledDate), Date.parse(endsAt)]
  const absence = absences.find(({ from, to }) => Date.parse(from) < end && Date.parse(to) > start)
  if (!absence) return null
  if (absence.kind === 'busy') return 'while their own calendar is busy'
  return absence.reason ? `during leave (${absence.reason})` : 'during leave'
}

export const placeOf = ({ bdm, scheduledDate }: Pick<Booking, 'bdm' | 'scheduledDate'>): Place => ({
  bdmId: bdm.id,
  day: dayIn(BOOKING_ZONE, scheduledDate),
  time: timeIn(BOOKING_ZONE, scheduledDate),
})

export const isSamePlace = (a: Place | null, b: Place | null): boolean =>
  a !== null && b !== null && a.bdmId === b.bdmId && a.day === b.day && a.time === b.time

export function cellIn(lanes: readonly Lane[], { bdmId, day, time }: Place): Cell {
  return lanes.find(({ bdm }) => bdm.id === bdmId)?.cellAt(day, time) ?? NONE
}

/** How many meetings and free times a lane has on these days, and how many meetings conflict with an absence. */
export function countIn(
  { bdm }: Lane,
  days: readonly Day[],
): { meetings: number; conflicts: number; free: number } {
  const own = bdm.meetings.filter((meeting) => days.includes(placeOf(meeting).day))
  const conflicts = own.filter((meeting) => conflictOf(meeting, bdm.absences) !== null)
  const free = bdm.slots.filter(({ start, by }) => by === null && days.includes(dayIn(BOOKING_ZONE, start)))
  return { meetings: own.length, conflicts: conflicts.length, free: free.length }
}

/** The place that an arrow key, Home or End moves to; null at the edge. Up and down move through the lanes. */
export function placeAfterKey(
  key: string,
  from: Place,
  { lanes, days }: { lanes: readonly Lane[]; days: readonly Day[] },
): Place | null {
  const rows = lanes.flatMap(({ bdm, times }) => times.map((time) => ({ bdmId: bdm.id, time })))
  const row = rows.findIndex(({ bdmId, time }) => bdmId === from.bdmId && time === from.time)
  const column = days.indexOf(from.day)
  const at = (nextRow: number, nextColumn: number): Place | null => {
    const [found, day] = [rows[nextRow], days[nextColumn]]
    return found && day !== undefined ? { ...found, day } : null
  }
  switch (key) {
    case 'ArrowUp':
      return at(row - 1, column)
    case 'ArrowDown':
      return at(row + 1, column)
    case 'ArrowLeft':
      return at(row, column - 1)
    case 'ArrowRight':
      return at(row, column + 1)
    case 'Home':
      return at(row, 0)
    case 'End':
      return at(row, days.length - 1)
    default:
      return null
  }
}

/** Where Tab enters the week: the first meeting that is ahead, else the first time there is. */
export function firstPlace(lanes: readonly Lane[], days: readonly Day[], now: number): Place | null {
  const meetings = lanes
    .flatMap(({ bdm }) => bdm.meetings)
    .filter(
      ({ endsAt, scheduledDate }) =>
        Date.parse(endsAt) > now && days.includes(dayIn(BOOKING_ZONE, scheduledDate)),
    )
    .toSorted((a, b) => (a.scheduledDate < b.scheduledDate ? -1 : 1))
  if (meetings[0]) return placeOf(meetings[0])
  const lane = lanes.find(({ times }) => times.length > 0)
  return lane && days[0] !== undefined
    ? { bdmId: lane.bdm.id, day: days[0], time: lane.times[0] ?? '' }
    : null
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The time without meetings before a row, such as lunch; null where it follows the row above. */
export function gapBefore(time: string, before: string | undefined): { from: string; to: string } | null {
  if (before === undefined) return null
  const end = minutesOf(before) + MEETING_MINUTES
  return minutesOf(time) > end ? { from: timeOf(end), to: time } : null
}

/** The row of the present hour: the last one that has begun; null before the first and after the last has ended. */
export function presentTime(times: readonly string[], now: string): string | null {
  const row = times.findLast((time) => time <= now)
  return row !== undefined && minutesOf(now) < minutesOf(row) + MEETING_MINUTES ? row : null
}
