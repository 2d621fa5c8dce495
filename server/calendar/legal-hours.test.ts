import { expect, test } from 'vitest'
import type { Region } from '#contract/brokers/brokers.ts'
import {
  type HoursPolicy,
  isCovered,
  isLegal,
  nextLegal,
  nextWholeCountryLegal,
  STRICT,
  wholeCountryLegal,
} from './legal-hours.ts'
import type { Place } from './places.ts'

const place = (region: Region, zone: string): Place => ({ region, zone })
const sydney = place('NSW', 'Australia/Sydney')
const perth = place('WA', 'Australia/Perth')
const brisbane = place('QLD', 'Australia/Brisbane')
const adelaide = place('SA', 'Australia/Adelaide')
const melbourne = place('VIC', 'Australia/Melbourne')
const darwin = place('NT', 'Australia/Darwin')
const brokenHill = place('NSW', 'Australia/Broken_Hill')
const lordHowe = place('NSW', 'Australia/Lord_Howe')
const christmas = place('WA', 'Indian/Christmas')
const cocos = place('WA', 'Indian/Cocos')
const eucla = place('WA', 'Australia/Eucla')
const norfolk = place('NSW', 'Pacific/Norfolk')
const unknown: Place = { region: null, zone: null }

// Covers: called-when-7, called-when-8
test.each<[string, Place, boolean]>([
  // Tuesday in January, 9:30 am in Sydney
  ['2027-01-19T09:30:00+11:00', sydney, true],
  ['2027-01-19T09:30:00+11:00', perth, false],
  ['2027-01-19T09:30:00+11:00', brisbane, false],
  ['2027-01-19T09:30:00+11:00', adelaide, true],
  ['2027-01-19T09:30:00+11:00', brokenHill, true],
  // inclusive start, exclusive end
  ['2026-11-23T08:59:59.999+11:00', sydney, false],
  ['2026-11-23T09:00:00+11:00', sydney, true],
  ['2026-11-23T19:59:59.999+11:00', sydney, true],
  ['2026-11-23T20:00:00+11:00', sydney, false],
  ['2026-11-21T16:59:59.999+11:00', sydney, true],
  ['2026-11-21T17:00:00+11:00', sydney, false],
  ['2026-11-22T12:00:00+11:00', sydney, false],
  // the Saturday before and the Monday after the clocks go forward (4 Oct 2026) and back (5 Apr 2026)
  ['2026-10-03T09:00:00+10:00', sydney, true],
  ['2026-10-06T09:00:00+11:00', sydney, true],
  ['2026-10-06T08:59:59+11:00', sydney, false],
  ['2026-10-06T08:00:00+10:00', brisbane, false],
  ['2026-04-07T09:00:00+10:00', sydney, true],
  ['2026-04-07T08:30:00+10:00', sydney, false],
  // Lord Howe moves by half an hour: +10:30 in winter, +11 in summer
  ['2026-07-07T09:00:00+10:30', lordHowe, true],
  ['2026-07-07T08:59:59+10:30', lordHowe, false],
  ['2026-11-24T09:00:00+11:00', lordHowe, true],
  ['2026-11-24T08:59:00+11:00', lordHowe, false],
  // an hour and 90 minutes after Perth
  ['2026-11-24T09:00:00+08:00', christmas, false],
  ['2026-11-24T08:59:59+07:00', christmas, false],
  ['2026-11-24T09:00:00+07:00', christmas, true],
  ['2026-11-24T19:59:59+07:00', christmas, true],
  ['2026-11-24T20:00:00+07:00', christmas, false],
  ['2026-11-24T08:59:59+06:30', cocos, false],
  ['2026-11-24T09:00:00+06:30', cocos, true],
  ['2026-11-28T17:00:00+06:30', cocos, false],
  // Western Australia Day
  ['2026-06-01T12:00:00+06:30', cocos, false],
  // a state that contradicts the island: both must agree
  ['2026-11-24T09:00:00+07:00', place('NSW', 'Indian/Christmas'), true],
  ['2026-11-24T08:59:59+07:00', place('NSW', 'Indian/Christmas'), false],
  ['2026-11-24T19:30:00+11:00', place('NSW', 'Indian/Christmas'), false],
  // 6443 holds Eucla and Norseman, by Perth's clock
  ['2026-11-24T09:00:00+08:45', eucla, false],
  ['2026-11-24T09:00:00+08:00', eucla, true],
  ['2026-11-24T19:59:59+08:45', eucla, true],
  ['2026-11-24T20:00:00+08:45', eucla, false],
  // 2880 holds Broken Hill and Tibooburra, by Sydney's clock
  ['2026-11-24T09:00:00+11:00', brokenHill, false],
  ['2026-11-24T09:00:00+10:30', brokenHill, true],
  ['2026-11-24T20:00:00+11:00', brokenHill, false],
  // Labour Day of Queensland in May, of New South Wales in October
  ['2026-05-04T12:00:00+11:00', norfolk, false],
  ['2026-10-05T12:00:00+12:00', norfolk, false],
  ['2026-10-06T12:00:00+12:00', norfolk, true],
  // Anzac Day on a Saturday: the Monday is a holiday in New South Wales, not in Victoria
  ['2026-04-27T12:00:00+10:00', sydney, false],
  ['2026-04-27T12:00:00+10:00', melbourne, true],
  ['2026-04-25T12:00:00+10:00', melbourne, false],
  // Melbourne Cup
  ['2026-11-03T12:00:00+11:00', melbourne, false],
  ['2026-11-03T12:00:00+11:00', sydney, true],
  // Christmas Eve from 6 pm in Queensland, from 7 pm in South Australia and the Northern Territory
  ['2026-12-24T17:59:59+10:00', brisbane, true],
  ['2026-12-24T18:00:00+10:00', brisbane, false],
  ['2026-12-24T18:59:59+10:30', adelaide, true],
  ['2026-12-24T19:00:00+10:30', adelaide, false],
  ['2026-12-31T19:00:00+09:30', darwin, false],
  ['2026-12-24T19:30:00+11:00', sydney, true],
])('%s is inside the legal hours of %o: %s', (at, where, expected) => {
  expect(isLegal(new Date(at), where)).toBe(expected)
})

// Covers: calling-rules-1
test('hours change at an instant, also within a day', () => {
  const change = Date.parse('2026-11-24T13:00:00+11:00')
  const policy: HoursPolicy = {
    respectStateHolidays: true,
    hours: {
      key: 'test',
      spans: [
        { from: Number.NEGATIVE_INFINITY, weekday: ['09:00', '20:00'], saturday: ['09:00', '17:00'] },
        { from: change, weekday: ['15:00', '18:00'], saturday: null },
      ],
    },
  }
  const legal = (text: string): boolean => isLegal(new Date(text), sydney, policy)
  expect(legal('2026-11-24T12:59:59+11:00')).toBe(true)
  expect(legal('2026-11-24T13:00:00+11:00')).toBe(false)
  expect(nextLegal(new Date(change), sydney, policy)).toEqual(new Date('2026-11-24T15:00:00+11:00'))
  expect(legal('2026-11-24T18:00:00+11:00')).toBe(false)
  expect(legal('2026-11-21T12:00:00+11:00')).toBe(true)
  expect(legal('2026-11-28T12:00:00+11:00')).toBe(false)
})

// Covers: called-when-9
test('state holidays bar only where they are respected, national ones always', () => {
  const lenient = { respectStateHolidays: false }
  expect(isLegal(new Date('2026-11-03T12:00:00+11:00'), melbourne, lenient)).toBe(true)
  expect(isLegal(new Date('2026-12-24T19:30:00+10:30'), adelaide, lenient)).toBe(true)
  expect(isLegal(new Date('2026-12-28T12:00:00+11:00'), melbourne, lenient)).toBe(false)
  expect(isLegal(new Date('2026-04-27T12:00:00+10:00'), sydney, lenient)).toBe(false)
})

// Covers: called-when-10
test.each([
  // 9 am in Perth is noon in Sydney in summer, 11 am in winter; 8 pm on Norfolk Island is 7 pm in Sydney
  ['2026-11-24T11:59:59.999+11:00', false],
  ['2026-11-24T12:00:00+11:00', true],
  ['2026-11-24T18:59:59.999+11:00', true],
  ['2026-11-24T19:00:00+11:00', false],
  ['2026-07-07T10:59:59.999+10:00', false],
  ['2026-07-07T11:00:00+10:00', true],
  ['2026-07-07T18:59:59.999+10:00', true],
  ['2026-07-07T19:00:00+10:00', false],
  // a holiday of any state bars calls
  ['2026-11-03T13:00:00+11:00', false],
  ['2026-08-03T13:00:00+10:00', false],
])('an unknown place: all of Australia must agree, %s: %s', (at, expected) => {
  expect(isLegal(new Date(at), unknown)).toBe(expected)
  expect(wholeCountryLegal(new Date(at))).toBe(expected)
})

test('a zone that is not Australian counts as unknown', () => {
  const odd: Place = { region: null, zone: 'America/New_York' }
  expect(isLegal(new Date('2026-11-24T10:00:00-05:00'), odd)).toBe(false)
})

test.each([
  ['2026-11-21T16:30:00+11:00', perth, '2026-11-21T16:30:00+11:00'],
  ['2026-11-21T20:30:00+08:00', perth, '2026-11-23T09:00:00+08:00'],
  ['2026-12-24T21:00:00+11:00', sydney, '2026-12-29T09:00:00+11:00'],
  ['2026-04-02T20:00:00+11:00', sydney, '2026-04-07T09:00:00+10:00'],
])('the next permitted instant after %s at %o is %s', (at, where, expected) => {
  expect(nextLegal(new Date(at), where)).toEqual(new Date(expected))
})

test('the whole country may be called again on Monday noon in Sydney after a Saturday evening', () => {
  const saturday = new Date('2026-11-21T18:07:00+11:00')
  expect(nextWholeCountryLegal(saturday)).toEqual(new Date('2026-11-23T12:00:00+11:00'))
})

// Covers: called-when-10
test('a year without a holiday table permits nothing', () => {
  expect(isCovered('2099-05-05')).toBe(false)
  expect(isLegal(new Date('2099-05-05T12:00:00+10:00'), sydney)).toBe(false)
  expect(nextLegal(new Date('2099-05-05T12:00:00+10:00'), sydney)).toBeNull()
  expect(nextLegal(new Date('2032-12-31T21:00:00+11:00'), sydney, STRICT)).toBeNull()
})
