import { describe, expect, it, test } from 'vitest'
import {
  isInOfficeHours,
  meetingTimeFor,
  shortTimeFor,
  spokenInSydney,
  spokenTime,
  spokenWhose,
} from './words.ts'

const start = new Date('2026-11-24T11:00:00+11:00')
const end = new Date('2026-11-24T12:00:00+11:00')
const winter = new Date('2026-07-07T11:00:00+10:00')

describe('a meeting is written', () => {
  // Covers: staff-screens-microsites-11
  test.each([
    ['Australia/Perth', 'Tue 24 Nov 2026, 8:00 am to 9:00 am AWST (11:00 am to 12:00 pm in Sydney)'],
    ['Australia/Brisbane', 'Tue 24 Nov 2026, 10:00 am to 11:00 am AEST (11:00 am to 12:00 pm in Sydney)'],
    ['Australia/Adelaide', 'Tue 24 Nov 2026, 10:30 am to 11:30 am ACDT (11:00 am to 12:00 pm in Sydney)'],
    ['Australia/Darwin', 'Tue 24 Nov 2026, 9:30 am to 10:30 am ACST (11:00 am to 12:00 pm in Sydney)'],
    ['Pacific/Norfolk', 'Tue 24 Nov 2026, 12:00 pm to 1:00 pm NFDT (11:00 am to 12:00 pm in Sydney)'],
    ['Indian/Christmas', 'Tue 24 Nov 2026, 7:00 am to 8:00 am CXT (11:00 am to 12:00 pm in Sydney)'],
    ['Australia/Melbourne', 'Tue 24 Nov 2026, 11:00 am to 12:00 pm AEDT'],
    ['Australia/Sydney', 'Tue 24 Nov 2026, 11:00 am to 12:00 pm AEDT'],
    [null, 'Tue 24 Nov 2026, 11:00 am to 12:00 pm AEDT'],
  ])('in %s with the person’s time first: %s', (zone, text) => {
    expect(meetingTimeFor(start, end, zone)).toBe(text)
  })

  it('short, and by one clock where both show the same', () => {
    expect(shortTimeFor(start, 'Australia/Perth')).toBe('Tue 24 Nov, 8:00 am AWST (11:00 am in Sydney)')
    expect(shortTimeFor(winter, 'Australia/Brisbane')).toBe('Tue 7 Jul, 11:00 am AEST')
    const late = new Date('2026-11-25T00:30:00+11:00')
    expect(shortTimeFor(late, 'Australia/Perth')).toBe(
      'Tue 24 Nov, 9:30 pm AWST (Wed 25 Nov, 12:30 am in Sydney)',
    )
  })

  // daylight saving begins on Sunday 4 October 2026 and ends on Sunday 4 April 2027, at 2 and 3 am
  test.each([
    ['2026-10-02T00:00:00Z', 'Australia/Adelaide', 'Fri 2 Oct, 9:30 am ACST (10:00 am in Sydney)'],
    ['2026-10-05T00:00:00Z', 'Australia/Adelaide', 'Mon 5 Oct, 10:30 am ACDT (11:00 am in Sydney)'],
    ['2026-10-02T00:00:00Z', 'Australia/Brisbane', 'Fri 2 Oct, 10:00 am AEST'],
    ['2026-10-05T00:00:00Z', 'Australia/Brisbane', 'Mon 5 Oct, 10:00 am AEST (11:00 am in Sydney)'],
    ['2026-10-03T15:59:00Z', 'Australia/Perth', 'Sat 3 Oct, 11:59 pm AWST (Sun 4 Oct, 1:59 am in Sydney)'],
    ['2026-10-03T16:00:00Z', 'Australia/Perth', 'Sun 4 Oct, 12:00 am AWST (3:00 am in Sydney)'],
    ['2027-04-02T00:00:00Z', 'Australia/Darwin', 'Fri 2 Apr, 9:30 am ACST (11:00 am in Sydney)'],
    ['2027-04-05T00:00:00Z', 'Australia/Darwin', 'Mon 5 Apr, 9:30 am ACST (10:00 am in Sydney)'],
    ['2027-04-02T00:00:00Z', 'Pacific/Norfolk', 'Fri 2 Apr, 12:00 pm NFDT (11:00 am in Sydney)'],
    ['2027-04-05T00:00:00Z', 'Pacific/Norfolk', 'Mon 5 Apr, 11:00 am NFT (10:00 am in Sydney)'],
    // half an hour ahead in winter, the same time in summer
    ['2027-04-02T00:00:00Z', 'Australia/Lord_Howe', 'Fri 2 Apr, 11:00 am AEDT'],
    ['2027-04-05T00:00:00Z', 'Australia/Lord_Howe', 'Mon 5 Apr, 10:30 am LHST (10:00 am in Sydney)'],
  ])('by the clocks of the day around a change of daylight saving: %s in %s', (at, zone, text) => {
    expect(shortTimeFor(new Date(at), zone)).toBe(text)
  })

  it('as it is spoken', () => {
    const zone = 'Australia/Perth'
    expect(spokenTime(start, zone)).toBe('Tuesday 24 November at 8 am')
    expect(spokenWhose([spokenInSydney(start, zone), '2 pm'])).toBe(
      'your time, that is 11 am and 2 pm in Sydney',
    )
    expect(spokenWhose([spokenInSydney(start, 'Australia/Hobart'), null])).toBe('Sydney time')
  })
})

test.each([
  ['Australia/Perth', '10:59', false],
  ['Australia/Perth', '11:00', true],
  ['Australia/Darwin', '09:00', false],
  ['Australia/Darwin', '09:30', true],
  ['Australia/Brisbane', '09:00', true],
  ['Pacific/Norfolk', '16:00', true],
  ['Pacific/Norfolk', '16:30', false],
  [null, '06:00', true],
])('an hour in %s from %s in Sydney lies within 8 am and 6 pm there: %s', (zone, time, expected) => {
  const at = Date.parse(`2026-11-24T${time}:00+11:00`)
  expect(isInOfficeHours(at, at + 3_600_000, zone)).toBe(expected)
})
