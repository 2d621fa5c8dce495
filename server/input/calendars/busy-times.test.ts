import { describe, expect, it } from 'vitest'
import { NotACalendar } from '#server/input/calendars/read-ics.ts'
import { type BusyRequest, busyTimes } from './busy-times.ts'

const from = Date.parse('2026-09-28T00:00:00+10:00')
const to = Date.parse('2026-10-19T00:00:00+11:00')

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
let uids = 0
const event = (...lines: string[]) => {
  uids += 1
  return [
    'BEGIN:VEVENT',
    ...(lines.some((l) => l.startsWith('UID')) ? [] : [`UID:e${uids}`]),
    ...lines,
    'END:VEVENT',
  ]
}
const read = (ics: string, more: Partial<BusyRequest> = {}) =>
  busyTimes({ ics, from, to, ownUids: [], ...more })
const busy = (ics: string, ownUids: string[] = [], more: Partial<BusyRequest> = {}) =>
  read(ics, { ownUids, ...more }).spans.map(([start, end]) => [
    new Date(start).toISOString(),
    new Date(end).toISOString(),
  ])
const sydney = (text: string) => new Date(text).toISOString()

describe('the times that a calendar says are busy', () => {
  it('in UTC, in a named zone, in Outlook’s name of it, and without any', () => {
    const ics = calendar(
      ...event('DTSTART:20260929T000000Z', 'DTEND:20260929T010000Z'),
      ...event('DTSTART;TZID=Australia/Perth:20260930T090000', 'DTEND;TZID=Australia/Perth:20260930T100000'),
      ...event('DTSTART;TZID=AUS Eastern Standard Time:20261006T090000', 'DURATION:PT90M'),
      ...event('DTSTART:20261007T090000', 'DTEND:20261007T100000'),
    )
    expect(busy(ics)).toEqual([
      ['2026-09-29T00:00:00.000Z', '2026-09-29T01:00:00.000Z'],
      ['2026-09-30T01:00:00.000Z', '2026-09-30T02:00:00.000Z'],
      [sydney('2026-10-06T09:00:00+11:00'), sydney('2026-10-06T10:30:00+11:00')],
      [sydney('2026-10-07T09:00:00+11:00'), sydney('2026-10-07T10:00:00+11:00')],
    ])
  })

  it('in a zone that the file brings itself', () => {
    const ics = calendar(
      ...['BEGIN:VTIMEZONE', 'TZID:Ours', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0800'],
      ...['TZOFFSETTO:+0800', 'END:STANDARD', 'END:VTIMEZONE'],
      ...event('DTSTART;TZID=Ours:20260930T090000', 'DTEND;TZID=Ours:20260930T100000'),
    )
    expect(busy(ics)).toEqual([['2026-09-30T01:00:00.000Z', '2026-09-30T02:00:00.000Z']])
  })

  // Covers: bookings-32
  it('of every week, at the same hour of the wall clock across its change', () => {
    const ics = calendar(
      ...event(
        'DTSTART;TZID=Australia/Sydney:20250929T090000',
        'DTEND;TZID=Australia/Sydney:20250929T100000',
        'RRULE:FREQ=WEEKLY;BYDAY=MO',
      ),
    )
    expect(busy(ics)).toEqual([
      [sydney('2026-09-28T09:00:00+10:00'), sydney('2026-09-28T10:00:00+10:00')],
      [sydney('2026-10-05T09:00:00+11:00'), sydney('2026-10-05T10:00:00+11:00')],
      [sydney('2026-10-12T09:00:00+11:00'), sydney('2026-10-12T10:00:00+11:00')],
    ])
  })

  // Covers: bookings-32
  it('with single occurrences left out, moved and called off', () => {
    const zone = ';TZID=Australia/Sydney'
    const ics = calendar(
      ...event(
        'UID:series',
        `DTSTART${zone}:20260928T090000`,
        `DTEND${zone}:20260928T100000`,
        'RRULE:FREQ=DAILY;COUNT=4',
        `EXDATE${zone}:20260929T090000`,
      ),
      ...event(
        'UID:series',
        `RECURRENCE-ID${zone}:20260930T090000`,
        `DTSTART${zone}:20260930T140000`,
        `DTEND${zone}:20260930T150000`,
      ),
      ...event(
        'UID:series',
        `RECURRENCE-ID${zone}:20261001T090000`,
        `DTSTART${zone}:20261001T090000`,
        `DTEND${zone}:20261001T100000`,
        'STATUS:CANCELLED',
      ),
    )
    expect(busy(ics)).toEqual([
      [sydney('2026-09-28T09:00:00+10:00'), sydney('2026-09-28T10:00:00+10:00')],
      [sydney('2026-09-30T14:00:00+10:00'), sydney('2026-09-30T15:00:00+10:00')],
    ])
  })

  it('of whole days from midnight to midnight in Sydney, the short day too', () => {
    const ics = calendar(...event('DTSTART;VALUE=DATE:20261004', 'DTEND;VALUE=DATE:20261005'))
    expect(busy(ics)).toEqual([[sydney('2026-10-04T00:00:00+10:00'), sydney('2026-10-05T00:00:00+11:00')]])
  })

  it('of published free/busy times', () => {
    const ics = calendar(
      'BEGIN:VFREEBUSY',
      'UID:f',
      'FREEBUSY;FBTYPE=BUSY:20260929T000000Z/PT1H',
      'FREEBUSY;FBTYPE=FREE:20260930T000000Z/PT1H',
      'END:VFREEBUSY',
    )
    expect(busy(ics)).toEqual([['2026-09-29T00:00:00.000Z', '2026-09-29T01:00:00.000Z']])
  })

  it('leave out what is free, cancelled, ours or far away, and join what overlaps', () => {
    const at = (hour: string) => [`DTSTART:20260929T${hour}0000Z`, `DTEND:20260929T${hour}3000Z`]
    const ics = calendar(
      ...event(...at('00'), 'TRANSP:TRANSPARENT'),
      ...event(...at('01'), 'STATUS:CANCELLED'),
      ...event('UID:ours@localhost', ...at('02')),
      ...event('DTSTART:20200101T000000Z', 'DTEND:20200101T010000Z'),
      ...event('DTSTART:20260929T040000Z', 'DTEND:20260929T050000Z'),
      ...event('DTSTART:20260929T043000Z', 'DTEND:20260929T060000Z'),
      ...event('SUMMARY:no time'),
    )
    expect(busy(ics, ['ours@localhost'])).toEqual([['2026-09-29T04:00:00.000Z', '2026-09-29T06:00:00.000Z']])
  })

  const hour = ['2026-09-29T00:00:00.000Z', '2026-09-29T01:00:00.000Z']
  const timed = ['DTSTART:20260929T000000Z', 'DTEND:20260929T010000Z']
  const good = event(...timed)
  const named = (...lines: string[]) => event('SUMMARY:Odd entry', ...lines)

  // Covers: staff-screens-microsites-15
  it.each<[string, string[], string]>([
    ['a bad start', named('DTSTART:2026-09-XX'), 'its DTSTART “2026-09-XX” cannot be read'],
    ['a month 13', named('DTSTART:20261301T090000'), 'its DTSTART “20261301T090000” cannot be read'],
    ['a bad end', named('DTSTART:20260929T020000Z', 'DTEND:soon'), 'its DTEND “soon” cannot be read'],
    [
      'a bad duration',
      named('DTSTART:20260929T020000Z', 'DURATION:90M'),
      'its DURATION “90M” cannot be read',
    ],
    [
      'an end before its start',
      named('DTSTART:20260929T020000Z', 'DTEND:20260929T010000Z'),
      'it ends before it starts',
    ],
    ['no start', named('DTEND:20260929T010000Z'), 'it has no start'],
    [
      'a bad rule',
      named('DTSTART:20260929T020000Z', 'RRULE:FREQ=WEEKLY;BYDAY=XX'),
      'its RRULE “FREQ=WEEKLY;BYDAY=XX” cannot be read',
    ],
  ])('skip and name an entry with %s; the others stay', (_what, lines, reason) => {
    const { spans, skipped } = read(calendar(...good, ...lines))
    expect(spans.map(([start]) => new Date(start).toISOString())).toEqual([hour[0]])
    expect(skipped).toEqual([{ entry: expect.stringMatching(/^Odd entry/), reason }])
  })

  it('keep the series whose one change cannot be read', () => {
    const ics = calendar(
      ...event('UID:s', ...timed, 'RRULE:FREQ=DAILY;COUNT=2'),
      ...named('UID:s', 'RECURRENCE-ID:20260930T000000Z', 'DTSTART:never'),
    )
    expect(read(ics).spans).toHaveLength(2)
    expect(read(ics).skipped).toHaveLength(1)
  })

  it('are refused where no entry can be read, with the first reason', () => {
    expect(() => busy(calendar(...named('DTSTART:never')))).toThrow(
      'No entry can be read. Odd entry: its DTSTART',
    )
  })

  // Covers: staff-screens-microsites-15
  it.each<[string, string[], string[][]]>([
    [
      'a day without VALUE=DATE',
      ['DTSTART;TZID=Australia/Sydney:20261002', 'DTEND:20261003'],
      [['2026-10-01T14:00:00.000Z', '2026-10-02T14:00:00.000Z']],
    ],
    [
      'a day that ends on itself',
      ['DTSTART;VALUE=DATE:20261002', 'DTEND;VALUE=DATE:20261002'],
      [['2026-10-01T14:00:00.000Z', '2026-10-02T14:00:00.000Z']],
    ],
    ['a time under VALUE=DATE', ['DTSTART;VALUE=DATE:20260929T000000Z', 'DTEND:20260929T010000Z'], [hour]],
    [
      'dashes, colons and an offset',
      ['DTSTART:2026-09-29T10:00:00+10:00', 'DTEND:2026-09-29T01:00Z'],
      [hour],
    ],
    ['lower case', ['dtstart:20260929t000000z', 'dtend:20260929t010000z'], [hour]],
    ['hour 24', ['DTSTART:20260928T240000Z', 'DTEND:20260929T010000Z'], [hour]],
    [
      'a duration of a week',
      ['DTSTART:20260929T000000Z', 'DURATION:P1W'],
      [['2026-09-29T00:00:00.000Z', '2026-10-06T00:00:00.000Z']],
    ],
    [
      'periods in RDATE',
      [
        'DTSTART:20260929T000000Z',
        'DTEND:20260929T010000Z',
        'RDATE;VALUE=PERIOD:20261001T000000Z/20261001T003000Z,20261002T000000Z/PT2H',
      ],
      [
        hour,
        ['2026-10-01T00:00:00.000Z', '2026-10-01T00:30:00.000Z'],
        ['2026-10-02T00:00:00.000Z', '2026-10-02T02:00:00.000Z'],
      ],
    ],
    [
      'dates in RDATE',
      ['DTSTART:20260929T000000Z', 'DTEND:20260929T010000Z', 'RDATE:20261001T000000Z'],
      [hour, ['2026-10-01T00:00:00.000Z', '2026-10-01T01:00:00.000Z']],
    ],
    [
      'a rule until a day',
      ['DTSTART;TZID=Australia/Sydney:20260928T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20260929'],
      [
        ['2026-09-27T23:00:00.000Z', '2026-09-28T00:00:00.000Z'],
        ['2026-09-28T23:00:00.000Z', '2026-09-29T00:00:00.000Z'],
      ],
    ],
    [
      'an exclusion in another zone',
      [
        'DTSTART;TZID=Australia/Sydney:20260928T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=2',
        'EXDATE;TZID=Australia/Perth:20260928T070000',
      ],
      [['2026-09-28T23:00:00.000Z', '2026-09-29T00:00:00.000Z']],
    ],
    [
      'an exclusion in UTC',
      [
        'DTSTART;TZID=Australia/Sydney:20260928T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=2',
        'EXDATE:20260927T230000Z',
      ],
      [['2026-09-28T23:00:00.000Z', '2026-09-29T00:00:00.000Z']],
    ],
    [
      'an exclusion of a day',
      [
        'DTSTART;TZID=Australia/Sydney:20260928T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=2',
        'EXDATE;VALUE=DATE:20260928',
      ],
      [['2026-09-28T23:00:00.000Z', '2026-09-29T00:00:00.000Z']],
    ],
    [
      'a description that is broken',
      [...timed, 'DESCRIPTION;X=":unclosed', 'X-ODD', 'ATTENDEE;CN="A;B:C":mailto:x@example.com'],
      [hour],
    ],
    [
      'an alarm with times of its own',
      [...timed, 'BEGIN:VALARM', 'TRIGGER:-PT15M', 'DURATION:PT5M', 'DTSTART:never', 'END:VALARM'],
      [hour],
    ],
  ])('are read from an entry with %s', (_what, lines, expected) => {
    expect(read(calendar(...event(...lines)))).toMatchObject({ skipped: [] })
    expect(busy(calendar(...event(...lines)))).toEqual(expected)
  })

  // Covers: staff-screens-microsites-15
  it.each([
    ['FREE', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE', false, false],
    ['working elsewhere', 'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE', false, false],
    ['out of office', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF', true, true],
    ['tentative in Outlook', 'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE', true, false],
    ['tentative', 'STATUS:TENTATIVE', true, false],
    ['declined by the BDM', 'ATTENDEE;CN=Mia;PARTSTAT=DECLINED:MAILTO:Mia@Example.com', false, false],
    ['declined by somebody else', 'ATTENDEE;PARTSTAT=DECLINED:mailto:tom@example.com', true, true],
    ['tentative for the BDM', 'ATTENDEE;PARTSTAT=TENTATIVE:mailto:mia@example.com', true, false],
    ['declined under a number', 'ATTENDEE;PARTSTAT=DECLINED;EMAIL=mia@example.com:urn:uuid:1', false, false],
    ['transparent', 'TRANSP:TRANSPARENT', false, false],
    ['cancelled', 'STATUS:CANCELLED', false, false],
  ])('count an entry that is %s by its meaning and the setting', (_what, line, strict, lenient) => {
    const ics = calendar(...event(...timed, line))
    const isBusy = (tentativeIsBusy: boolean) =>
      busy(ics, [], { email: 'mia@example.com', tentativeIsBusy }).length > 0
    expect([isBusy(true), isBusy(false)]).toEqual([strict, lenient])
  })

  // Covers: staff-screens-microsites-15
  it.each([
    ['AUS Eastern Standard Time', '2026-10-06T09:00:00+11:00'],
    ['E. Australia Standard Time', '2026-10-06T09:00:00+10:00'],
    ['AUS Central Standard Time', '2026-10-06T09:00:00+09:30'],
    ['Aus Central W. Standard Time', '2026-10-06T09:00:00+08:45'],
    ['Lord Howe Standard Time', '2026-10-06T09:00:00+11:00'],
    ['Singapore Standard Time', '2026-10-06T09:00:00+08:00'],
    ['India Standard Time', '2026-10-06T09:00:00+05:30'],
    ['GMT Standard Time', '2026-10-06T09:00:00+01:00'],
    ['tzone://Microsoft/Utc', '2026-10-06T09:00:00Z'],
    ['/freeassociation.sourceforge.net/Australia/Perth', '2026-10-06T09:00:00+08:00'],
    ['"Australia/Adelaide"', '2026-10-06T09:00:00+10:30'],
    ['"(UTC+08:00) Perth"', '2026-10-06T09:00:00+08:00'],
    ['"(UTC+10:00) Canberra, Melbourne, Sydney"', '2026-10-06T09:00:00+11:00'],
    ['(UTC+09:30) Adelaide', '2026-10-06T09:00:00+10:30'],
    ['"(UTC+07:00) Bangkok"', '2026-10-06T09:00:00+07:00'],
  ])('are read in the zone %s', (name, start) => {
    const ics = calendar(...event(`DTSTART;TZID=${name}:20261006T090000`, 'DURATION:PT1H'))
    expect(read(ics).skipped).toEqual([])
    expect(busy(ics)[0]?.[0]).toBe(sydney(start))
  })

  it('without a zone are those of X-WR-TIMEZONE, whole days too', () => {
    const ics = calendar(
      'X-WR-TIMEZONE:Australia/Perth',
      ...event('DTSTART:20261006T090000', 'DURATION:PT1H'),
      ...event('DTSTART;VALUE=DATE:20261008'),
    )
    expect(busy(ics)).toEqual([
      [sydney('2026-10-06T09:00:00+08:00'), sydney('2026-10-06T10:00:00+08:00')],
      [sydney('2026-10-08T00:00:00+08:00'), sydney('2026-10-09T00:00:00+08:00')],
    ])
  })

  it('in a zone that means nothing are read in that of the calendar, and named', () => {
    const result = read(calendar(...named('DTSTART;TZID=Moonbase:20261006T090000', 'DURATION:PT1H')))
    expect(new Date(result.spans[0]?.[0] ?? 0).toISOString()).toBe(sydney('2026-10-06T09:00:00+11:00'))
    expect(result.skipped).toMatchObject([{ reason: expect.stringContaining('“Moonbase” is not known') }])
  })

  // Covers: staff-screens-microsites-15
  it.each([
    ['another zone', 'RECURRENCE-ID;TZID=Australia/Perth:20260929T070000'],
    ['UTC', 'RECURRENCE-ID:20260928T230000Z'],
    ['no zone', 'RECURRENCE-ID:20260929T090000'],
    ['days', 'RECURRENCE-ID;VALUE=DATE:20260929'],
    ['days without saying so', 'RECURRENCE-ID:20260929'],
  ])('of a moved meeting leave its old time, named in %s', (_what, line) => {
    const ics = calendar(
      ...event(
        'UID:s',
        'DTSTART;TZID=Australia/Sydney:20260928T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=2',
      ),
      ...event('UID:s', line, 'DTSTART;TZID=Australia/Sydney:20260929T150000', 'DURATION:PT1H'),
    )
    expect(busy(ics).map(([start]) => start)).toEqual([
      sydney('2026-09-28T09:00:00+10:00'),
      sydney('2026-09-29T15:00:00+10:00'),
    ])
  })

  it('of a series whose rest was moved are the new ones from there on', () => {
    const ics = calendar(
      ...event('UID:s', 'DTSTART:20260928T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'),
      ...event(
        'UID:s',
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20260929T000000Z',
        'DTSTART:20260929T040000Z',
        'DURATION:PT30M',
      ),
    )
    expect(busy(ics)).toEqual([
      ['2026-09-28T00:00:00.000Z', '2026-09-28T01:00:00.000Z'],
      ['2026-09-29T04:00:00.000Z', '2026-09-29T04:30:00.000Z'],
      ['2026-09-30T04:00:00.000Z', '2026-09-30T04:30:00.000Z'],
    ])
  })

  it('are found in a hundred daily series that began decades ago', () => {
    const series = Array.from({ length: 100 }, () =>
      event('DTSTART;TZID=Australia/Sydney:19900101T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'),
    )
    expect(busy(calendar(...series.flat()))).toHaveLength(21)
  })

  it.each([
    ['\n', (ics: string) => ics.replaceAll('\r\n', '\n')],
    ['\r', (ics: string) => ics.replaceAll('\r\n', '\r')],
    ['a byte order mark', (ics: string) => `\ufeff${ics}`],
    ['blank lines', (ics: string) => ics.replaceAll('\r\n', '\r\n\r\n')],
    ['folded lines', (ics: string) => ics.replace('DTSTART:2026', 'DTST\r\n ART:20\r\n\t26')],
    ['blanks behind lines', (ics: string) => ics.replaceAll('\r\n', '  \r\n')],
    ['no line end at its end', (ics: string) => ics.trimEnd()],
  ])('are read with %j', (_what, change) => {
    expect(busy(change(calendar(...good)))).toEqual([hour])
  })

  it('say what to do where the address leads to a page to sign in', () => {
    expect(() => busy('<!DOCTYPE html><html><title>Sign in</title></html>')).toThrow(/web page.*ICS \(iCal\)/)
  })

  it.each([
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['an event without a calendar', 'BEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT'],
    ['something cut off', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'],
    [
      'something cut off behind an entry',
      calendar(...event('DTSTART:20260929T000000Z')).replace('END:VCALENDAR', ''),
    ],
  ])('are refused in %s', (_what, ics) => {
    expect(() => busy(ics)).toThrow(NotACalendar)
  })

  it('are refused where they repeat without measure', () => {
    const ics = calendar(
      ...event('DTSTART:20000101T000000Z', 'DTEND:20000101T000001Z', 'RRULE:FREQ=SECONDLY'),
    )
    expect(() => busy(ics)).toThrow('too many recurring events')
  })
})
