/** Reads the times of calendar lines, also where they break the format in ways that their writers do. */
import { type IcsZone, UTC, type Wall } from './ics-zones.ts'
import type { IcsLine } from './read-ics.ts'

/** A line of an entry that cannot be read; the message is shown to people. */
export class BadLine extends Error {
  override name = 'BadLine'
}

export interface IcsTime {
  /** A whole day; `wall` is its midnight. */
  isDate: boolean
  wall: Wall
  zone: IcsZone
  /** Epoch milliseconds. */
  at: number
}

/** The meaning of times without a zone of their own. */
export interface TimeContext {
  zoneOf(name: string): IcsZone | null
  /** The zone of the calendar, for whole days and times without a zone. */
  own: IcsZone
  /** Called with the name of a zone that means nothing; the time is read in the calendar's zone. */
  onUnknownZone?(name: string): void
}

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/
const DATE_TIME =
  /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** The times of a line, which may hold several, separated by commas. Periods count as their beginning. */
export function timesOf(line: IcsLine, context: TimeContext): IcsTime[] {
  return valuesOf(line).map((value) => timeOf(line, value.split('/')[0] ?? '', context))
}

export const valuesOf = ({ value }: IcsLine): string[] =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** @throws BadLine */
export function timeOf(line: IcsLine, value: string, context: TimeContext): IcsTime {
  const text = value.trim()
  const date = DATE.exec(text)
  if (date) return build(line, [...date.slice(1, 4), '0', '0', '0'], context.own, true)
  const [, ...parts] = DATE_TIME.exec(text) ?? []
  if (parts.length === 0) throw unreadable(line)
  const suffix = parts[6]?.toUpperCase()
  return build(line, parts.slice(0, 6), zoneFor(line, suffix, context), false)
}

function zoneFor({ params }: IcsLine, suffix: string | undefined, context: TimeContext): IcsZone {
  if (suffix === 'Z') return UTC
  const name = suffix ?? params.get('TZID')
  if (!name) return context.own
  const zone = context.zoneOf(name)
  if (!zone) context.onUnknownZone?.(name)
  return zone ?? context.own
}

function build(
  line: IcsLine,
  parts: readonly (string | undefined)[],
  zone: IcsZone,
  isDate: boolean,
): IcsTime {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  try {
    // 24:00 is the next midnight, and a leap second the next second
    const midnight = Temporal.PlainDateTime.from({ year, month, day }, { overflow: 'reject' })
    if (hour > 24 || minute > 59 || second > 60) throw unreadable(line)
    const wall = midnight.add({ hours: hour, minutes: minute, seconds: second })
    return { isDate, wall, zone, at: zone.instantOf(wall) }
  } catch {
    throw unreadable(line)
  }
}

/** Milliseconds. @throws BadLine */
export function durationOf(line: IcsLine, value: string = line.value): number {
  try {
    const text = value.trim().replace(/T$/i, '')
    return Temporal.Duration.from(text).total({ unit: 'milliseconds', relativeTo: '2026-01-01T00:00Z[UTC]' })
  } catch {
    throw unreadable(line)
  }
}

/** A period: `start/end` or `start/duration`. @throws BadLine */
export function periodOf(line: IcsLine, value: string, context: TimeContext): readonly [number, number] {
  const [from = '', to = ''] = value.split('/')
  const start = timeOf(line, from, context).at
  return [start, /^[+-]?P/i.test(to.trim()) ? start + durationOf(line, to) : timeOf(line, to, context).at]
}

export function unreadable({ name, value }: IcsLine): BadLine {
  const shown = value.length > 60 ? `${value.slice(0, 60).toWellFormed()}…` : value
  return new BadLine(`its ${name} “${shown}” cannot be read`)
}
