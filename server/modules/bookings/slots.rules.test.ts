import { describe, expect, it } from 'vitest'
import { defaultBlocks, defaultHours } from '#contract/bookings/bdms.ts'
import { addDays, daysFromTo } from '#contract/calendar.ts'
import { isBusinessDay, sydneyDate, sydneyInstant, weekOf } from '#server/calendar/days.ts'
import { mergeSpans } from '#server/calendar/spans.ts'
import { meetingTime, shortTime, spokenBefore, spokenTime, zoneLabel } from '#server/calendar/words.ts'
import {
  type Calendar,
  daySlots,
  freeStarts,
  isBusy,
  meetingsIn,
  NO_PREFERENCE,
  sortByPriority,
  statusAt,
  withMeeting,
} from './slots.rules.ts'

const plain: Calendar = { hours: defaultHours, blocks: defaultBlocks, busy: [] }
const FIRST = '2026-01-01'
const LAST = '2027-12-31'
const before = new Date('2025-12-01T00:00:00Z')

// The other side of the comparison does not use the time-zone data of JavaScript's Temporal: the periods of daylight
// saving are copied by hand from the states' gazettes (first Sunday of October and of April; London: last Sundays of
// March and October, at 1:00 UTC), and instants are plain UTC arithmetic.
const sydneySummers = [
  ['2025-10-04T16:00Z', '2026-04-04T16:00Z'],
  ['2026-10-03T16:00Z', '2027-04-03T16:00Z'],
  ['2027-10-02T16:00Z', '2028-04-01T16:00Z'],
]
const londonSummers = [
  ['2025-03-30T01:00Z', '2025-10-26T01:00Z'],
  ['2026-03-29T01:00Z', '2026-10-25T01:00Z'],
  ['2027-03-28T01:00Z', '2027-10-31T01:00Z'],
]
const within = (at: number, spans: string[][]) =>
  spans.some(([from = '', to = '']) => at >= Date.parse(from) && at < Date.parse(to))
const HOUR = 3_600_000
const offsets: Record<string, (at: number) => number> = {
  'Australia/Sydney': (at) => (within(at, sydneySummers) ? 11 : 10),
  'Australia/Brisbane': () => 10,
  'Australia/Perth': () => 8,
  'Europe/London': (at) => (within(at, londonSummers) ? 1 : 0),
}
/** YYYY-MM-DD HH:MM on the wall. */
const wall = (at: number, zone: string) =>
  new Date(at + (offsets[zone]?.(at) ?? Number.NaN) * HOUR).toISOString().slice(0, 16).replace('T', ' ')
const formats = new Map(
  Object.keys(offsets).map((zone) => [
    zone,
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
)
const intlWall = (at: number, zone: string) => formats.get(zone)?.format(at)

// public holidays of New South Wales, national days among them, checked by hand against the gazetted lists
const holidays = new Set(
  `2026-01-01 2026-01-26 2026-04-03 2026-04-04 2026-04-05 2026-04-06 2026-04-25 2026-04-27 2026-06-08 2026-10-05
   2026-12-25 2026-12-26 2026-12-28 2027-01-01 2027-01-26 2027-03-26 2027-03-27 2027-03-28 2027-03-29 2027-04-25
   2027-04-26 2027-06-14 2027-10-04 2027-12-25 2027-12-26 2027-12-27 2027-12-28`.split(/\s+/),
)
const isWorkday = (date: string) => {
  const day = new Date(`${date}T00:00Z`).getUTCDay()
  return day !== 0 && day !== 6 && !holidays.has(date)
}
const allDays = Array.from({ length: 730 }, (_, index) =>
  new Date(Date.parse(FIRST) + index * 24 * HOUR).toISOString().slice(0, 10),
)
const clock = [9, 10, 11, 14, 15, 16] as const
const labels = ['9:00 AM', '10:00 AM', '11:00 AM', '2:00 PM', '3:00 PM', '4:00 PM']

describe('the slots of two years, against hand-made tables', () => {
  // Covers: bookings-2
  it('lie on every business day and on no other', () => {
    expect(allDays.at(-1)).toBe(LAST)
    expect(daysFromTo(FIRST, LAST)).toEqual(allDays)
    for (const date of allDays) {
      expect([date, isBusinessDay(date)]).toEqual([date, isWorkday(date)])
      expect([date, daySlots([plain], date, before).slots.length]).toEqual([date, isWorkday(date) ? 6 : 0])
    }
  })

  // Covers: bookings-1
  it('are the six of the specification at their instants, three o’clock not to be had', () => {
    for (const date of allDays.filter(isWorkday)) {
      const noon = Date.parse(`${date}T02:00Z`)
      const offset = offsets['Australia/Sydney']?.(noon) ?? Number.NaN
      const expected = clock.map((hour, index) => ({
        start: new Date(Date.parse(`${date}T00:00Z`) + (hour - offset) * HOUR).toISOString(),
        label: labels[index],
        available: hour !== 15,
      }))
      expect(daySlots([plain], date, before).slots).toEqual(expected)
    }
  })

  // Covers: bookings-1
  it.each(Object.keys(offsets))('read the same on the wall in %s, by table and by Intl', (zone) => {
    let read = 0
    for (const date of allDays) {
      for (const { start, label } of daySlots([plain], date, before).slots) {
        const at = Date.parse(start)
        expect(intlWall(at, zone)).toBe(wall(at, zone))
        if (zone !== 'Australia/Sydney') continue
        read += 1
        const [day, time = ''] = wall(at, zone).split(' ')
        const hour = Number(time.slice(0, 2))
        expect([day, label]).toEqual([date, `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`])
        const summer = within(at, sydneySummers)
        expect(zoneLabel(new Date(at))).toBe(summer ? 'AEDT' : 'AEST')
      }
    }
    if (zone === 'Australia/Sydney') expect(read).toBe(allDays.filter(isWorkday).length * 6)
  })

  // Covers: bookings-1
  it('are an hour long and never lie over each other, the days of the clock changes included', () => {
    // weekends have none today; the arithmetic must hold should that ever change
    for (const date of ['2026-04-05', '2026-10-04', '2027-04-04', '2027-10-03']) {
      const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
      const starts = hours.map((time) => sydneyInstant(date, time))
      const found = starts.filter((start) => start !== null)
      expect(found).toEqual(found.toSorted((a, b) => a - b))
      expect(found.every((start, index) => index === 0 || start - (found[index - 1] ?? 0) >= HOUR)).toBe(true)
      expect(new Set(found).size).toBe(date.includes('-10-') ? 23 : 24)
      for (const [index, start] of starts.entries()) {
        if (start !== null) expect(wall(start, 'Australia/Sydney')).toBe(`${date} ${hours[index]}`)
      }
    }
  })

  it('end where the table of public holidays ends', () => {
    expect(isBusinessDay('2032-12-31')).toBe(true)
    expect(isBusinessDay('2033-01-04')).toBe(false)
  })
})

describe('a clock time', () => {
  // Covers: bookings-1
  it('that is skipped is none, and one that is repeated is the first of the two', () => {
    expect(sydneyInstant('2026-10-04', '02:30')).toBeNull()
    expect(sydneyInstant('2026-10-04', '03:00')).toBe(Date.parse('2026-10-04T03:00:00+11:00'))
    expect(sydneyInstant('2026-04-05', '02:30')).toBe(Date.parse('2026-04-05T02:30:00+11:00'))
    expect(sydneyInstant('2026-04-05', '03:00')).toBe(Date.parse('2026-04-05T03:00:00+10:00'))
  })
})

describe('free and taken', () => {
  const tuesday = '2026-11-24'
  const at = (time: string) => Date.parse(`${tuesday}T${time}:00+11:00`)
  const free = (calendars: Calendar[], now = before) =>
    daySlots(calendars, tuesday, now)
      .slots.filter(({ available }) => available)
      .map(({ label }) => label)
  const with_ = (...busy: [number, number][]): Calendar => ({ ...plain, busy: mergeSpans(busy) })

  // Covers: bookings-3
  it('a slot is free while any calendar has it free', () => {
    const full = with_([at('00:00'), at('23:00')])
    expect(free([full])).toEqual([])
    expect(free([full, plain])).toEqual(['9:00 AM', '10:00 AM', '11:00 AM', '2:00 PM', '4:00 PM'])
    expect(daySlots([full], tuesday, before).slots).toHaveLength(6)
  })

  // Covers: bookings-3
  it('whatever lies over a minute of it takes it, and what only touches does not', () => {
    expect(free([with_([at('09:59'), at('10:01')])])).toEqual(['11:00 AM', '2:00 PM', '4:00 PM'])
    expect(free([with_([at('10:00'), at('11:00')])])).toEqual(['9:00 AM', '11:00 AM', '2:00 PM', '4:00 PM'])
  })

  // Covers: bookings-2
  it('is too late from two hours before, and days that are over have nothing', () => {
    expect(free([plain], new Date(at('09:00')))).toEqual(['11:00 AM', '2:00 PM', '4:00 PM'])
    expect(free([plain], new Date(at('09:00') + 1))).toEqual(['2:00 PM', '4:00 PM'])
    expect(daySlots([plain], tuesday, new Date('2026-11-25T00:00:00+11:00')).slots).toEqual([])
  })

  it('over several days in order, without those that are over and those that are taken', () => {
    const early = { ...plain, hours: [{ weekday: 2, from: '07:30', to: '09:45' }], blocks: [] }
    const busy = { ...plain, busy: mergeSpans([[at('10:00'), at('11:00')]]) }
    const days = ['2026-11-22', '2026-11-23', tuesday]
    const now = new Date(at('00:30'))
    expect(freeStarts([early, busy], days, now)).toEqual(
      ['07:30', '08:30', '09:00', '11:00', '14:00', '16:00'].map(at),
    )
  })

  it('other hours make other slots, side by side with the usual ones', () => {
    const early = { ...plain, hours: [{ weekday: 2, from: '07:30', to: '09:45' }], blocks: [] }
    expect(daySlots([early, plain], tuesday, before).slots.map(({ label }) => label)).toEqual([
      ...['7:30 AM', '8:30 AM'],
      ...labels,
    ])
    expect(statusAt(early, at('09:30'))).toBe('absent')
    expect(statusAt(plain, at('15:00'))).toBe('absent')
    expect(statusAt(with_([at('09:00'), at('10:00')]), at('09:00'))).toBe('busy')
    expect(statusAt(plain, at('09:00'))).toBe('free')
  })

  it('looks in a long list as in a short one', () => {
    const spans = Array.from({ length: 1000 }, (_, n): [number, number] => [n * 10, n * 10 + 5])
    for (let start = 0; start < 9_990; start += 7) {
      const expected = spans.some(([from, to]) => from < start + 2 && to > start)
      expect(isBusy(mergeSpans(spans), start, start + 2)).toBe(expected)
    }
  })
})

describe('whose turn it is', () => {
  // Covers: bookings-5
  it('the own BDM’s, then of whoever has the fewest that week, then of the longest there', () => {
    const bdm = (id: number, meetings: number, regions: string[] = []) => ({ id, meetings, regions })
    const team = [bdm(1, 3), bdm(2, 1), bdm(3, 1), bdm(4, 9, ['WA']), bdm(5, 2, ['WA', 'SA'])]
    expect(sortByPriority(team, { bdmId: null, region: 'WA' }).map(({ id }) => id)).toEqual([5, 4, 2, 3, 1])
    expect(sortByPriority(team, NO_PREFERENCE).map(({ id }) => id)).toEqual([2, 3, 5, 1, 4])
  })

  it('counts the meetings of the week of the time that is asked for, and one that was added since', () => {
    const monday = sydneyInstant('2026-11-23', '09:00') ?? 0
    const next = sydneyInstant('2026-11-30', '09:00') ?? 0
    const diary = (id: number, meetingStarts: number[]) => ({
      ...{ ...plain, id, meetingStarts },
      busy: mergeSpans(meetingStarts.map((start): [number, number] => [start, start + HOUR])),
    })
    const team = [diary(1, [monday, monday + HOUR]), diary(2, [next])]
    const counts = (diaries: typeof team, at: number) => diaries.map((one) => meetingsIn(one, weekOf(at)))
    expect([counts(team, monday), counts(team, next)]).toEqual([
      [2, 0],
      [0, 1],
    ])
    const more = withMeeting(team, { bdmId: 2, start: monday })
    expect(counts(more, monday)).toEqual([2, 1])
    expect(more.map((one) => statusAt(one, monday))).toEqual(['busy', 'busy'])
    expect(team.map((one) => statusAt(one, monday))).toEqual(['busy', 'free'])
  })

  it('a week is Monday to Monday in Sydney, the ones of the clock changes too', () => {
    for (const date of ['2026-10-04', '2026-10-01', '2026-04-05']) {
      const { from, to } = weekOf(sydneyInstant(date, '12:00') ?? 0)
      expect(wall(from.getTime(), 'Australia/Sydney')).toMatch(/ 00:00$/)
      expect(new Date(`${sydneyDate(from)}T00:00Z`).getUTCDay()).toBe(1)
      expect(sydneyDate(to)).toBe(addDays(sydneyDate(from), 7))
    }
  })
})

describe('how a time is said', () => {
  const start = new Date('2026-11-24T14:00:00+11:00')
  it('in mails, messages and calls', () => {
    expect(meetingTime(start, new Date(start.getTime() + HOUR))).toBe(
      'Tue 24 Nov 2026, 2:00 pm to 3:00 pm AEDT',
    )
    expect(shortTime(start)).toBe('Tue 24 Nov, 2:00 pm AEDT')
    expect(spokenTime(start)).toBe('Tuesday 24 November at 2 pm')
    expect(spokenTime(new Date('2026-07-01T00:30:00+10:00'))).toBe('Wednesday 1 July at 12:30 am')
    expect(shortTime(new Date('2026-07-01T12:00:00+10:00'))).toBe('Wed 1 Jul, 12:00 pm AEST')
    expect(shortTime(start, new Date('2026-12-31T23:00:00+11:00'))).toBe('Tue 24 Nov, 2:00 pm AEDT')
    expect(shortTime(start, new Date('2025-12-31T23:00:00+11:00'))).toBe('Tue 24 Nov 2026, 2:00 pm AEDT')
  })

  // Covers: bookings-23
  it('another time is told by its hour on the same day, else with its day', () => {
    const four = new Date('2026-11-24T16:00:00+11:00')
    expect(spokenBefore(new Date('2026-11-24T14:30:00+11:00'), four)).toBe('2:30 pm')
    expect(spokenBefore(new Date('2026-11-23T14:00:00+11:00'), four)).toBe('Monday 23 November at 2 pm')
  })
})
