// Finds times, days and parts of days in normalised words.

import { numberWords } from './numbers.ts'

export type Part =
  | 'morning'
  | 'early_morning'
  | 'mid_morning'
  | 'late_morning'
  | 'lunch'
  | 'arvo'
  | 'early_arvo'
  | 'mid_arvo'
  | 'late_arvo'
  | 'evening'
  | 'first_thing'
  | 'end_of_day'
  | 'later'
  | 'after_lunch'
  | 'after_work'

export type Mention = { at: number; end: number; words: string } & (
  | { kind: 'clock'; hour: number; minute: number; meridiem: 'am' | 'pm' | null; isExplicit: boolean }
  | { kind: 'weekday'; weekday: number; weeksOn: number }
  | { kind: 'relative'; days: number }
  | { kind: 'date'; day: number; month: number | null }
  | { kind: 'part'; part: Part }
  | { kind: 'duration'; minutes: number }
  | {
      kind: 'period'
      period: 'this_week' | 'next_week' | 'week_after' | 'next_month' | 'weekend'
      edge: 'early' | 'mid' | 'late' | null
    }
  | { kind: 'ordinal'; index: number }
  | { kind: 'number'; number: number }
)
/** Like Omit, for each kind. */
type Found = Mention extends infer Each
  ? Each extends Mention
    ? Omit<Each, 'at' | 'end' | 'words'>
    : never
  : never

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MONTHS = [
  ...[
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
  ],
  'december',
]
const HOUR = '(1[0-2]|[1-9])'
const MINUTE = '([0-5][05]|[0-5]\\d)'
const HALF_DAY =
  '(?: (am|pm)| (?:in|on|of) (?:the )?(?:\\w+ )?(morning|arvo|evening)| (?:that )?(morning|arvo|evening)| at (night)| (tonight))?'
const DAY_NAME = `(${WEEKDAYS.join('|')})`
const MONTH = `(${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`
const COUNT = '(\\d+|an?|half an?|a couple of|couple of|a few|few|1 and a half|quarter of an)'

interface Form {
  pattern: RegExp
  read(parts: readonly (string | undefined)[]): Found | null
}

const form = (source: string, read: Form['read']): Form => ({
  pattern: new RegExp(`(?:${source})(?= )`, 'y'),
  read,
})

const halfDay = (parts: readonly (string | undefined)[]): 'am' | 'pm' | null => {
  const found = parts.find((part) => part !== undefined)
  if (found === undefined) return null
  return found === 'am' || found === 'morning' ? 'am' : 'pm'
}

function clock(
  hour: number,
  minute: number,
  rest: readonly (string | undefined)[],
  isExplicit = true,
): Found {
  const meridiem = halfDay(rest)
  return { kind: 'clock', hour, minute, meridiem, isExplicit: isExplicit || meridiem !== null }
}

const before = (hour: string | undefined): number => ((Number(hour) + 10) % 12) + 1

function countOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  if (text.startsWith('half')) return 0.5
  if (text.startsWith('quarter')) return 0.25
  if (text.endsWith('couple of')) return 2
  if (text.endsWith('few')) return 3
  return text === '1 and a half' ? 1.5 : 1
}

const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440, w: 10_080 }

function duration(count: string | undefined, unit: string | undefined, half: string | undefined): Found {
  const size = UNIT_MINUTES[(unit ?? 'm').charAt(0)] ?? 1
  return { kind: 'duration', minutes: Math.round((countOf(count ?? '1') + (half ? 0.5 : 0)) * size) }
}

const part = (source: string, name: Part): Form => form(source, () => ({ kind: 'part', part: name }))
const edgeOf = (text: string | undefined): 'early' | 'mid' | 'late' | null => {
  if (!text) return null
  if (/early|start|beginning|first/.test(text)) return 'early'
  return text.startsWith('mid') ? 'mid' : 'late'
}
const weekday = (name: string | undefined): number => WEEKDAYS.indexOf(name ?? '') + 1
const month = (name: string | undefined): number =>
  MONTHS.findIndex((each) => each.startsWith((name ?? '?').slice(0, 3))) + 1

/** In order: longer forms first. */
const forms: readonly Form[] = [
  // clock
  form(`half past ${HOUR}${HALF_DAY}`, ([, h, ...rest]) => clock(Number(h), 30, rest)),
  form(`half ${HOUR}${HALF_DAY}`, ([, h, ...rest]) => clock(Number(h), 30, rest)),
  form(`(?:a )?quarter (?:past|after) ${HOUR}${HALF_DAY}`, ([, h, ...rest]) => clock(Number(h), 15, rest)),
  form(`(?:a )?quarter (?:to|of|before|till) ${HOUR}${HALF_DAY}`, ([, h, ...rest]) =>
    clock(before(h), 45, rest),
  ),
  form(`(5|10|20|25) (?:minutes |mins )?(?:past|after) ${HOUR}${HALF_DAY}`, ([, m, h, ...rest]) =>
    clock(Number(h), Number(m), rest),
  ),
  form(`(5|10|20|25) (?:minutes |mins )?(?:to|before) ${HOUR}${HALF_DAY}`, ([, m, h, ...rest]) =>
    clock(before(h), 60 - Number(m), rest),
  ),
  form('(1\\d|2[0-3]|0\\d) hundred(?: hours)?', ([, h]) =>
    clock(Number(h), 0, [Number(h) < 12 ? 'am' : 'pm']),
  ),
  form('(?:oh|0) ([1-9]) hundred(?: hours)?', ([, h]) => clock(Number(h), 0, ['am'])),
  form('(0\\d|1\\d|2[0-3])([0-5]\\d)(?: hours)?', ([, h, m]) =>
    clock(Number(h) % 12 || 12, Number(m), [Number(h) < 12 ? 'am' : 'pm']),
  ),
  form(`(1[3-9]|2[0-3]) ${MINUTE}`, ([, h, m]) => clock(Number(h) - 12, Number(m), ['pm'])),
  form(`([1-9])([0-5]\\d)${HALF_DAY}`, ([, h, m, ...rest]) => clock(Number(h), Number(m), rest)),
  form(`${HOUR} (?:oh|0|o) ([1-9])${HALF_DAY}`, ([, h, m, ...rest]) => clock(Number(h), Number(m), rest)),
  form(`${HOUR} ${MINUTE}${HALF_DAY}`, ([, h, m, ...rest]) => clock(Number(h), Number(m), rest)),
  form(`${HOUR}s? oclock${HALF_DAY}`, ([, h, ...rest]) => clock(Number(h), 0, rest)),
  form(
    `${HOUR}(?: (am|pm)| (?:in|on) the (?:\\w+ )?(morning|arvo|evening)| (?:this|that) (morning|arvo|evening)| at (night)| (tonight))`,
    ([, h, ...rest]) => clock(Number(h), 0, rest),
  ),
  form('(?:12 )?(?:noon|midday|mid day)', () => clock(12, 0, ['pm'])),
  form('(?:12 )?midnight', () => clock(12, 0, ['am'])),
  // durations
  form('(?:an )?hour and a half', () => duration('1 and a half', 'h', undefined)),
  form(`${COUNT} and a half (hour|day)s?`, ([, count, unit]) => duration(count, unit, 'half')),
  form(`${COUNT} (hour|hr|minute|min|day|week)s?( and a half)?`, ([, count, unit, half]) =>
    duration(count, unit, half),
  ),
  // dates
  form(`(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}`, ([, d, m]) => ({
    kind: 'date',
    day: Number(d),
    month: month(m),
  })),
  form(`${MONTH} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?`, ([, m, d]) => ({
    kind: 'date',
    day: Number(d),
    month: month(m),
  })),
  form(`(first|second)(?: of)? ${MONTH}`, ([, d, m]) => ({
    kind: 'date',
    day: d === 'first' ? 1 : 2,
    month: month(m),
  })),
  form('(?:the )?(\\d{1,2})(?:st|nd|rd|th)(?! (?:one|option|time))', ([, d]) => ({
    kind: 'date',
    day: Number(d),
    month: null,
  })),
  // weekdays
  form(`(?:a )?week (?:from |after |on )?(?:next )?${DAY_NAME}`, ([, d]) => ({
    kind: 'weekday',
    weekday: weekday(d),
    weeksOn: 1,
  })),
  form(`${DAY_NAME} (?:week|after next|fortnight)`, ([, d]) => ({
    kind: 'weekday',
    weekday: weekday(d),
    weeksOn: 1,
  })),
  form(`(?:the )?${DAY_NAME} (?:of )?next week`, ([, d]) => ({
    kind: 'weekday',
    weekday: weekday(d),
    weeksOn: -1,
  })),
  form(`next week (?:on )?(?:the )?${DAY_NAME}`, ([, d]) => ({
    kind: 'weekday',
    weekday: weekday(d),
    weeksOn: -1,
  })),
  form(`next ${DAY_NAME}`, ([, d]) => ({ kind: 'weekday', weekday: weekday(d), weeksOn: -1 })),
  form(`(?:this |this coming |the |on |coming )?${DAY_NAME}s?`, ([, d]) => ({
    kind: 'weekday',
    weekday: weekday(d),
    weeksOn: 0,
  })),
  // relative days
  form('(?:the )?day after tomorrow|the day after(?! that)|overmorrow|2 days time', () => ({
    kind: 'relative',
    days: 2,
  })),
  form('tomorrow|the next day|the following day', () => ({ kind: 'relative', days: 1 })),
  form('(?:later |sometime |some time )(?:on )?today', () => ({ kind: 'part', part: 'later' })),
  form('today', () => ({ kind: 'relative', days: 0 })),
  form('yesterday|the day before|the other day', () => ({ kind: 'relative', days: -1 })),
  // periods
  form('the week after(?: next)?|week after next|in a fortnight|a fortnight|2 weeks time', () => ({
    kind: 'period',
    period: 'week_after',
    edge: null,
  })),
  form(
    '(?:(early|mid|late|later|later in|early in|middle of|end of|the end of|start of|the start of|beginning of|first thing) )?(?:the )?next week',
    ([, edge]) => ({ kind: 'period', period: 'next_week', edge: edgeOf(edge) }),
  ),
  form('(?:(early|mid|late|later|later in|end of|the end of|middle of) )(?:the |this )?week', ([, edge]) => ({
    kind: 'period',
    period: 'this_week',
    edge: edgeOf(edge),
  })),
  form('this week', () => ({ kind: 'period', period: 'this_week', edge: null })),
  form('next month|in the new year|the new year|after christmas|after xmas|next year|january', () => ({
    kind: 'period',
    period: 'next_month',
    edge: null,
  })),
  form('(?:on |over )?(?:the |this )?weekend', () => ({ kind: 'period', period: 'weekend', edge: null })),
  form('(?:earlier|earliest) (?:1|time|slot|option)|earlier the better|sooner the better', () => ({
    kind: 'ordinal',
    index: 0,
  })),
  form('(?:later|latest|last|other) (?:1|time|slot|option)|later the better', () => ({
    kind: 'ordinal',
    index: 1,
  })),
  // parts of a day
  part(
    '(?:first thing|first up|bright and early|as soon as you open|start of (?:the )?(?:day|business)|when you open)(?: in the morning)?',
    'first_thing',
  ),
  part(
    '(?:end of (?:the )?(?:day|business)|close of (?:business|play)|cob|eod|knock off(?: time)?|before (?:i|we|you) knock off|before (?:5|close))',
    'end_of_day',
  ),
  part('(?:early|earlier) (?:in the )?(?:this )?morning|early doors', 'early_morning'),
  part('mid (?:this )?morning|middle of the morning|morning tea(?: time)?|smoko', 'mid_morning'),
  part('late(?:r)? (?:in the )?(?:this )?morning|before lunch(?: time)?', 'late_morning'),
  part('after lunch(?: time)?', 'after_lunch'),
  part('after (?:work|hours|dinner)', 'after_work'),
  part('lunch ?time|lunch|lunchtime|midday ish', 'lunch'),
  part('(?:early|first thing|start of) (?:in )?(?:the |this )?arvo', 'early_arvo'),
  part('(?:mid|middle of) (?:the |this )?arvo|arvo tea', 'mid_arvo'),
  part('(?:late|later|end of|towards the end of) (?:in )?(?:the |this )?arvo', 'late_arvo'),
  part('(?:this |in the |the )?arvo', 'arvo'),
  part('(?:this |in the |the )?morning', 'morning'),
  part('(?:this |in the |the )?evening|tonight|this evening|after tea', 'evening'),
  part('later on(?: today)?|later(?: this arvo)?', 'later'),
  // ordinals and bare numbers
  form('(?:option|number|choice|key) ([123])', ([, n]) => ({ kind: 'ordinal', index: Number(n) - 1 })),
  form('first|1st|former|earlier one|earliest|earlier', () => ({ kind: 'ordinal', index: 0 })),
  form('second|2nd|latter|last|later one|latest', () => ({ kind: 'ordinal', index: 1 })),
  form('(\\d{1,2})(?:s|ish)?', ([, n]) => ({ kind: 'number', number: Number(n) })),
]

/** @param words of `coreOf`; the places are those of the result's own `text`, where numbers are digits */
export function findMentions(words: string): { text: string; mentions: Mention[] } {
  const text = `${numberWords(words.trimEnd())} `
  const mentions: Mention[] = []
  for (let at = text.indexOf(' ') + 1; at > 0 && at < text.length; at = text.indexOf(' ', at) + 1) {
    const found = mentionAt(text, at)
    if (!found) continue
    mentions.push(found)
    at = found.end
  }
  return { text, mentions }
}

function mentionAt(text: string, at: number): Mention | null {
  for (const { pattern, read } of forms) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const found = match && read(match)
    if (match && found) return { ...found, at, end: at + match[0].length, words: match[0] } as Mention
  }
  return null
}
