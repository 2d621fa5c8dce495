/** Expands a recurrence rule to wall-clock times in the zone of its series. */
import ICAL from 'ical.js'
import { type IcsTime, type TimeContext, timeOf, unreadable } from './ics-times.ts'
import type { Wall } from './ics-zones.ts'
import { type IcsLine, NotACalendar } from './read-ics.ts'

export interface Range {
  /** Epoch milliseconds: occurrences that begin before may be left out. */
  from: number
  to: number
}

const DAY_MS = 86_400_000
/** Shifts a series may begin before the range, to be safe from clock changes. */
const MARGIN_DAYS = 3

/**
 * The occurrences of a rule with their instants, from about the start of the range to its end, in order.
 * @param budget steps that all series of a file may take together
 * @throws BadLine for a rule that is none; NotACalendar when the budget is used up
 */
export function* expandRule(
  rule: IcsLine,
  start: IcsTime,
  { range, budget, context }: { range: Range; budget: { steps: number }; context: TimeContext },
): Generator<{ wall: Wall; at: number }> {
  const until = untilOf(rule, start, context)
  const recur = recurOf(rule)
  const first = fastForward(recur, start, range.from)
  const { year, month, day, hour, minute, second } = first
  const iterator = recur.iterator(
    new ICAL.Time(
      { year, month, day, hour, minute, second, isDate: start.isDate },
      ICAL.Timezone.localTimezone,
    ),
  )
  const earliest = new Date(range.from).getUTCFullYear() - 1
  for (let next = iterator.next(); next; next = iterator.next()) {
    budget.steps -= 1
    if (budget.steps < 0) throw new NotACalendar('It has too many recurring events.')
    // skips years of past occurrences without time zone arithmetic
    if (next.year < earliest && until === Number.POSITIVE_INFINITY) continue
    const wall = Temporal.PlainDateTime.from({
      ...{ year: next.year, month: next.month, day: next.day },
      ...(!start.isDate && { hour: next.hour, minute: next.minute, second: next.second }),
    })
    const at = start.zone.instantOf(wall)
    if (at > until || at >= range.to) return
    yield { wall, at }
  }
}

function recurOf(rule: IcsLine): ICAL.Recur {
  const parts = rule.value
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^UNTIL=/i.test(part))
  try {
    const recur = ICAL.Recur.fromString(parts.join(';').toUpperCase())
    if (!recur.freq) throw unreadable(rule)
    return recur
  } catch {
    throw unreadable(rule)
  }
}

/** The last instant; a day counts to its end. */
function untilOf(rule: IcsLine, start: IcsTime, context: TimeContext): number {
  const text = /(?:^|;)\s*UNTIL=([^;]*)/i.exec(rule.value)?.[1]?.trim()
  if (!text) return Number.POSITIVE_INFINITY
  const until = timeOf(rule, text, { ...context, own: start.zone })
  return until.isDate ? until.at + DAY_MS - 1 : until.at
}

/** Moves the start of an endless daily or weekly series near the range, by whole intervals. */
function fastForward(recur: ICAL.Recur, start: IcsTime, from: number): Wall {
  const days = { DAILY: 1, WEEKLY: 7 }[String(recur.freq)]
  if (!days || recur.count) return start.wall
  const step = days * Math.max(1, recur.interval)
  const gap = Math.floor((from - start.at) / DAY_MS) - MARGIN_DAYS - step
  return gap > step ? start.wall.add({ days: Math.floor(gap / step) * step }) : start.wall
}
