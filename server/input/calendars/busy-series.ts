/** Decides when one event of a calendar takes place, with its repetitions and their changes. */
import type { Span } from '#server/calendar/spans.ts'
import {
  BadLine,
  durationOf,
  type IcsTime,
  periodOf,
  type TimeContext,
  timeOf,
  timesOf,
  unreadable,
  valuesOf,
} from '#server/input/calendars/ics-times.ts'
import type { IcsComponent, IcsLine } from '#server/input/calendars/read-ics.ts'
import { expandRule, type Range } from '#server/input/calendars/recurrence.ts'

const DAY_MS = 86_400_000

export interface SeriesContext extends TimeContext {
  range: Range
  budget: { steps: number }
  isBusy(event: IcsComponent): boolean
}

export const lineOf = (event: IcsComponent, name: string): IcsLine | undefined =>
  event.lines.find((line) => line.name === name)
const linesOf = (event: IcsComponent, name: string): IcsLine[] =>
  event.lines.filter((line) => line.name === name)

interface Times {
  start: IcsTime
  length: number
  /** Whole days of an all-day event. */
  days: number
}

/** @throws BadLine */
export function timesOfEvent(event: IcsComponent, context: TimeContext): Times {
  const line = lineOf(event, 'DTSTART')
  if (!line) throw new BadLine('it has no start')
  const start = timeOf(line, line.value, context)
  const endLine = lineOf(event, 'DTEND')
  const duration = lineOf(event, 'DURATION')
  if (!endLine && !duration) return { start, length: start.isDate ? DAY_MS : 0, days: 1 }
  const end = endLine ? timeOf(endLine, endLine.value, context).at : start.at + durationOf(duration ?? line)
  if (end < start.at) throw new BadLine('it ends before it starts')
  // a day on which the clock changes has 23 or 25 hours; an end on the same day means that day
  const days = Math.max(1, Math.round((end - start.at) / DAY_MS))
  return { start, length: start.isDate && end === start.at ? DAY_MS : end - start.at, days }
}

/** The end of an occurrence: whole days by the calendar, anything else by its length. */
function endOf({ start, length, days }: Times, at: IcsTime['wall'], from: number): number {
  return start.isDate ? start.zone.instantOf(at.add({ days })) : from + length
}

/** A changed single occurrence, or the changed rest of a series. */
interface Change {
  replaces: IcsTime
  following: boolean
  busy: boolean
  times: Times
}

/** @throws BadLine where the event cannot be read */
export function occurrencesOf(
  master: IcsComponent,
  exceptions: readonly IcsComponent[],
  context: SeriesContext,
): Span[] {
  const times = timesOfEvent(master, context)
  // recurrence ids and exclusions without a zone are written in that of their series
  const own = { ...context, own: times.start.isDate ? context.own : times.start.zone }
  const changes = exceptions.map((event): Change => changeOf(event, { own, context }))
  const excluded = linesOf(master, 'EXDATE').flatMap((line) => timesOf(line, own))
  const busy = context.isBusy(master)
  const spans: Span[] = changes
    .filter((change) => change.busy)
    .map(({ times: { start, ...rest } }) => [start.at, endOf({ start, ...rest }, start.wall, start.at)])
  for (const { wall, at, end } of startsOf(master, times, { ...context, own: own.own })) {
    const is = (time: IcsTime) =>
      isSame(time, { wall, at, isDate: times.start.isDate, zone: times.start.zone })
    if (excluded.some(is) || changes.some(({ replaces }) => is(replaces))) continue
    const rest = changes
      .filter(({ following, replaces }) => following && replaces.at < at)
      .toSorted((a, b) => b.replaces.at - a.replaces.at)[0]
    if (!rest) {
      if (busy) spans.push([at, end])
    } else if (rest.busy) {
      const moved = at + rest.times.start.at - rest.replaces.at
      spans.push([moved, moved + rest.times.length])
    }
  }
  return spans
}

function changeOf(
  event: IcsComponent,
  { own, context }: { own: TimeContext; context: SeriesContext },
): Change {
  const line = lineOf(event, 'RECURRENCE-ID')
  if (!line) throw new BadLine('it has no RECURRENCE-ID')
  return {
    replaces: timeOf(line, line.value, own),
    following: line.params.get('RANGE')?.toUpperCase() === 'THISANDFUTURE',
    busy: context.isBusy(event),
    times: timesOfEvent(event, context),
  }
}

/** Whether a RECURRENCE-ID or EXDATE means an occurrence: the same instant, or the same day where one is a day. */
function isSame(time: IcsTime, occurrence: IcsTime): boolean {
  if (time.at === occurrence.at) return true
  if (!time.isDate && !occurrence.isDate) return false
  const day = occurrence.wall.toPlainDate()
  if (time.wall.toPlainDate().equals(day)) return true
  return occurrence.zone.wallAt(time.at)?.toPlainDate().equals(day) ?? false
}

type Start = { wall: IcsTime['wall']; at: number; end: number }

/** Start and end of each occurrence: the first, those of the rules and those that are listed. */
function* startsOf(master: IcsComponent, times: Times, context: SeriesContext): Generator<Start> {
  const { start } = times
  const of = (wall: IcsTime['wall'], at: number): Start => ({ wall, at, end: endOf(times, wall, at) })
  const range = { ...context.range, from: context.range.from - Math.max(times.length, DAY_MS) }
  yield of(start.wall, start.at)
  for (const rule of linesOf(master, 'RRULE')) {
    for (const { wall, at } of expandRule(rule, start, { range, budget: context.budget, context }))
      yield of(wall, at)
  }
  for (const line of linesOf(master, 'RDATE')) {
    for (const value of valuesOf(line)) {
      const time = timeOf(line, value.split('/')[0] ?? '', context)
      if (!value.includes('/')) yield of(time.wall, time.at)
      else {
        const [at, end] = periodOf(line, value, context)
        if (end < at) throw unreadable(line)
        yield { wall: time.wall, at, end }
      }
    }
  }
}
