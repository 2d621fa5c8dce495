import { describe, expect, it } from 'vitest'
import { busyTimes, NotACalendar } from './busy-times.rules.ts'

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
const busy = (ics: string, ownUids: string[] = []) =>
  busyTimes({ ics, from, to, ownUids }).map(([start, end]) => [
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

  it.each([
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['an event without a calendar', 'BEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT'],
    ['something cut off', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'],
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
