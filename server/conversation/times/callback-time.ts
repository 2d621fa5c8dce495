// The time at which a person wants to be rung: a window in their own zone.

import { addDays, addMonths, daysBetween, monthOf, weekdayOf } from '#contract/calendar.ts'
import { legalDay, STRICT } from '#server/calendar/legal-hours.ts'
import type { CallbackTime } from '../reading.ts'
import { findMentions, type Mention, type Part } from './mentions.ts'
import { type LocalTime, localText, localTime, namedZone, regionOfZone } from './zones.ts'

/** Minutes since midnight. */
type Hours = readonly [from: number, to: number]
type Bound = 'at' | 'around' | 'after' | 'shortly_after' | 'before' | 'between'

const EVENING: Hours = [17 * 60, 20 * 60]
const PARTS: Readonly<Record<Part, Hours>> = {
  morning: [540, 720],
  early_morning: [540, 630],
  mid_morning: [570, 660],
  late_morning: [630, 720],
  first_thing: [540, 600],
  lunch: [720, 780],
  after_lunch: [780, 1050],
  arvo: [720, 1050],
  early_arvo: [720, 840],
  mid_arvo: [840, 960],
  late_arvo: [930, 1050],
  end_of_day: [960, 1020],
  after_work: EVENING,
  evening: EVENING,
  later: [780, 1200],
}
const ALL_DAY: Hours = [0, 1440]
const SLACK_MINUTES = 15

const NOT_MEANT =
  /(?: (?:not|isnt|except|bar|but not|other than|instead of|rather than|cant do|cant|last|no good|wont work|forget|out|since)(?: on| at| for| the)?) $/
const PAST = /(?: (?:last|since|told you|said|asked you)(?: \w+)?) $/
const AFTER =
  / (?:any ?time (?:after|from|past)|some ?time after|after|past|from|not before|no earlier than|not until|not till|until|till|til|later than|back (?:at|by|from)|finish(?:ed|es|ing)? (?:up )?(?:at|by|around)|free (?:from|after|at)|off at|done (?:at|by)|before) (?:the |about |around |like )?$/
const SHORTLY =
  / (?:straight|right|just|shortly|soon|immediately|directly|bang) (?:after|past) (?:the |about )?$/
const BEFORE = / (?:before|by|prior to|no later than|up to) (?:the |about |around )?$/
const NOT_BEFORE = / (?:not|never|dont|no|nothing) (?:\w+ ){0,4}(?:before|until|till|til) (?:the |about )?$/
const AROUND =
  / (?:around|about|roughly|approximately|approx|circa|near|close to|say|maybe|ish|like) (?:the )?$/
const BETWEEN = / (?:between|from|anywhere between) $/
const THAT_AFTER =
  /^ (?:so |and |then |\| )*(?:\w+ ){0,6}(straight|right|just|shortly|soon|immediately|any ?time)?(?: ?)(?:after)(?: that| then| it)?(?: |$)/
const LATER_ON = /^ (?:or (?:later|after|so later)|onwards|and after|or any ?time after)/
const ISH = /^ (?:ish|or so|or thereabouts|or around then|give or take)/

interface Frame {
  text: string
  now: LocalTime
}

interface Days {
  from: string
  to: string
}

/** @param words of `coreOf` */
export function callbackTime(words: string, at: Date, zone: string): CallbackTime | null {
  const own = namedZone(words) ?? zone
  const now = localTime(at, own)
  const { text, mentions } = findMentions(words)
  const meant = mentions.filter((mention) => isMeant(text, mention))
  if (meant.length === 0) return null
  const frame = { text, now }
  const wished = fromNow(frame, meant) ?? onDay(frame, meant)
  if (!wished) return null
  const asked = localText({ day: wished.days.from, minutes: Math.min(Math.max(wished.hours[0], 0), 1439) })
  return { words: wordsOf(text, meant), zone: own, ...legalPart(wished, { zone: own, now }), asked }
}

const wordsOf = (text: string, meant: readonly Mention[]): string =>
  text
    .slice(meant[0]?.at, meant.at(-1)?.end)
    .replaceAll(/ ?\| ?/g, ' ')
    .trim()

function isMeant(text: string, mention: Mention): boolean {
  if (mention.kind === 'ordinal') return false
  if (mention.kind === 'relative' && mention.days < 0) return false
  const earlier = text.slice(0, mention.at)
  if (NOT_BEFORE.test(earlier)) return true
  if (mention.kind === 'weekday' && / last $/.test(earlier)) return false
  if (mention.kind === 'number') return isHour(text, mention)
  return !NOT_MEANT.test(earlier) && !PAST.test(earlier)
}

/** A bare number is an hour only next to a word of time. */
function isHour(text: string, { at, end, ...rest }: Mention): boolean {
  const number = rest.kind === 'number' ? rest.number : 0
  const earlier = text.slice(0, at)
  if (/ in (?:about |another )?$/.test(earlier) || / (?:give me|another) $/.test(earlier)) return number > 0
  if (number < 1 || number > 12) return false
  return (
    [AFTER, SHORTLY, BEFORE, AROUND, BETWEEN].some((pattern) => pattern.test(earlier)) ||
    / (?:at|and|to|till|on|tomorrow|today|tonight|monday|tuesday|wednesday|thursday|friday|saturday|morning|arvo|make it|try|for|me|back|say|or) $/.test(
      earlier,
    ) ||
    /^ (?:tomorrow|today|tonight|ish|on|this|or so|sharp|\|? ?(?:monday|tuesday|wednesday|thursday|friday|saturday)|works|suits|would|is)/.test(
      text.slice(end),
    )
  )
}

interface Wished {
  days: Days
  hours: Hours
  bound: Bound
  /** No day was named: the next day on which the time is ahead. */
  isOpen: boolean
}

/** 'In twenty minutes', 'half an hour after that'. */
function fromNow({ text, now }: Frame, meant: readonly Mention[]): Wished | null {
  const index = meant.findLastIndex(
    ({ kind, at }) =>
      kind === 'duration' ||
      (kind === 'number' && / (?:in (?:about |another )?|give me |another )$/.test(text.slice(0, at))),
  )
  const span = meant[index]
  if (!span || (span.kind !== 'duration' && span.kind !== 'number')) return null
  const clock = meant.slice(0, index).findLast(({ kind }) => kind === 'clock' || kind === 'number')
  const minutes = span.kind === 'duration' ? span.minutes : span.number
  const isAfterClock = clock !== undefined && /^ (?:after|later|past)/.test(text.slice(span.end))
  const days = Math.floor(minutes / 1440)
  if (days > 0) {
    const day = addDays(now.day, days)
    return { days: { from: day, to: day }, hours: ALL_DAY, bound: 'between', isOpen: false }
  }
  const start = (isAfterClock ? minutesOf(clock, null) : now.minutes) + minutes
  const day = addDays(now.day, Math.floor(start / 1440))
  const from = start % 1440
  return { days: { from: day, to: day }, hours: [from, from + SLACK_MINUTES], bound: 'at', isOpen: false }
}

function minutesOf(mention: Mention, part: Part | null): number {
  if (mention.kind === 'clock') return hourOf(mention.hour, mention.meridiem, part) * 60 + mention.minute
  return mention.kind === 'number' ? hourOf(mention.number, null, part) * 60 : 0
}

/** Without am or pm, an hour is within the hours of calls. */
function hourOf(hour: number, meridiem: 'am' | 'pm' | null, part: Part | null): number {
  const half = meridiem ?? (part === null ? null : PARTS[part][0] >= 720 ? 'pm' : 'am')
  if (half === 'am') return hour % 12
  if (half === 'pm') return (hour % 12) + 12
  return hour < 9 || hour === 12 ? (hour % 12) + 12 : hour
}

function onDay(frame: Frame, meant: readonly Mention[]): Wished | null {
  const days = daysOf(frame, meant)
  const part = meant.findLast((mention) => mention.kind === 'part')
  const clocks = meant.filter(({ kind }) => kind === 'clock' || kind === 'number')
  const clock = clocks.at(-1)
  const isOpen = days === null
  const range = days ?? { from: frame.now.day, to: frame.now.day }
  if (clock) {
    const { hours, bound } = clockHours(frame, { clocks, clock, part: part?.part ?? null })
    return { days: range, hours, bound, isOpen }
  }
  if (part) return { days: range, hours: partHours(frame, part), bound: 'between', isOpen }
  return days && { days: range, hours: ALL_DAY, bound: 'between', isOpen }
}

function partHours({ text }: Frame, { part, at }: Mention & { kind: 'part' }): Hours {
  const [from, to] = PARTS[part]
  const earlier = text.slice(0, at)
  if (/ (?:after|from) (?:the )?$/.test(earlier)) return [to, 1200]
  if (/ (?:before|by) (?:the )?$/.test(earlier) && !NOT_BEFORE.test(earlier))
    return [540, part === 'end_of_day' ? to : from]
  return [from, to]
}

interface Clocks {
  clocks: readonly Mention[]
  clock: Mention
  part: Part | null
}

function clockHours({ text }: Frame, { clocks, clock, part }: Clocks): { hours: Hours; bound: Bound } {
  const own = minutesOf(clock, part)
  const [earlier, later] = [text.slice(0, clock.at), text.slice(clock.end)]
  const first = clocks.at(-2)
  if (first && / (?:and|to|till|until|-) $/.test(earlier) && BETWEEN.test(text.slice(0, first.at))) {
    const start = minutesOf(first, part)
    return { hours: [start <= own ? start : start - 720, own], bound: 'between' }
  }
  const bound = boundOf(earlier, later)
  if (bound === 'after') return { hours: [own, 1440], bound }
  if (bound === 'shortly_after') return { hours: [own, own + 30], bound }
  if (bound === 'before') return { hours: [540, own], bound }
  if (bound === 'around') return { hours: [own - 15, own + 30], bound }
  return { hours: [own, own + SLACK_MINUTES], bound }
}

function boundOf(earlier: string, later: string): Bound {
  const follows = THAT_AFTER.exec(later)
  if (SHORTLY.test(earlier) || (follows?.[1] && !/any/.test(follows[1]))) return 'shortly_after'
  if (NOT_BEFORE.test(earlier) || follows || LATER_ON.test(later)) return 'after'
  if (BEFORE.test(earlier)) return 'before'
  if (AFTER.test(earlier)) return 'after'
  return AROUND.test(earlier) || ISH.test(later) ? 'around' : 'at'
}

/** The last day that is named; null where none is. */
function daysOf({ text, now }: Frame, meant: readonly Mention[]): Days | null {
  const named = meant.findLast(({ kind }) => ['weekday', 'relative', 'date', 'period'].includes(kind))
  if (!named) {
    // 'tonight' and 'this arvo' are today
    const part = meant.find((mention) => mention.kind === 'part')
    const isToday = part && /this|tonight|today|later/.test(part.words)
    return isToday ? { from: now.day, to: now.day } : null
  }
  if (named.kind === 'period') return periodOf(named, now.day)
  const day = dayOf(named, now.day)
  if (day === null) return null
  const isWeekLater = named.kind === 'weekday' && /^ week/.test(text.slice(named.end))
  return { from: isWeekLater ? addDays(day, 7) : day, to: isWeekLater ? addDays(day, 7) : day }
}

function dayOf(mention: Mention, today: string): string | null {
  if (mention.kind === 'relative') return addDays(today, mention.days)
  if (mention.kind === 'weekday') {
    const ahead = (mention.weekday - weekdayOf(today) + 7) % 7
    if (mention.weeksOn === -1) return addDays(today, 7 - weekdayOf(today) + mention.weekday)
    return addDays(today, (ahead === 0 ? 7 : ahead) + 7 * mention.weeksOn)
  }
  return mention.kind === 'date' ? dateAfter(mention, today) : null
}

/** The next date with this day of the month. */
function dateAfter({ day, month }: Mention & { kind: 'date' }, today: string): string | null {
  for (let ahead = 0; ahead < 13; ahead++) {
    const candidate = `${addMonths(monthOf(today), ahead)}-${String(day).padStart(2, '0')}`
    const isRight = month === null || Number(candidate.slice(5, 7)) === month
    if (isRight && daysBetween(today, candidate) >= 0) return candidate
  }
  return null
}

function periodOf({ period, edge }: Mention & { kind: 'period' }, today: string): Days {
  const monday = addDays(today, 1 - weekdayOf(today))
  if (period === 'weekend') return { from: addDays(monday, 5), to: addDays(monday, 5) }
  if (period === 'next_month') {
    const first = `${addMonths(monthOf(today), 1)}-01`
    return { from: first, to: addDays(first, 27) }
  }
  const start = addDays(monday, period === 'this_week' ? 0 : period === 'next_week' ? 7 : 14)
  if (edge === 'early') return { from: start, to: addDays(start, 1) }
  if (edge === 'mid') return { from: addDays(start, 1), to: addDays(start, 3) }
  if (edge === 'late') return { from: addDays(start, 3), to: addDays(start, 4) }
  return { from: start, to: addDays(start, 5) }
}

/** The part of the window that is ahead and in the legal hours; null where it has none. */
function legalPart(
  { days, hours, bound, isOpen }: Wished,
  { zone, now }: { zone: string; now: LocalTime },
): Pick<CallbackTime, 'from' | 'to'> {
  const last = isOpen ? addDays(days.to, 4) : days.to
  const ranges: { day: string; hours: Hours }[] = []
  for (let day = days.from; day <= last; day = addDays(day, 1)) {
    const open = openHours(day, hours, { zone, now, bound })
    if (!open) {
      // a time that is past today is meant for the next day; one outside the hours is not moved
      if (isOpen && (day > now.day || isAhead(hours, now))) break
      continue
    }
    ranges.push({ day, hours: open })
    if (isOpen) break
  }
  const [first, end] = [ranges[0], ranges.at(-1)]
  if (!first || !end) return { from: null, to: null }
  return {
    from: localText({ day: first.day, minutes: first.hours[0] }),
    to: localText({ day: end.day, minutes: end.hours[1] }),
  }
}

const isAhead = (hours: Hours, now: LocalTime): boolean => hours[0] > now.minutes

function openHours(
  day: string,
  [from, to]: Hours,
  { zone, now, bound }: { zone: string; now: LocalTime; bound: Bound },
): Hours | null {
  const span = legalDay({ zone, region: regionOfZone[zone] ?? null }, day, STRICT)[0]
  if (!span || day < now.day) return null
  const [opens, closes] = span.map((at) => localTime(new Date(at), zone).minutes) as [number, number]
  // a part of today starts at the next full hour
  const ahead = bound === 'between' ? Math.ceil((now.minutes + 1) / 60) * 60 : now.minutes
  const earliest = day === now.day ? Math.max(opens, ahead) : opens
  if (bound === 'at' && (from < earliest || from >= closes)) return null
  const [start, end] = [Math.max(from, earliest), Math.min(to, closes)]
  return start < end ? [start, end] : null
}
