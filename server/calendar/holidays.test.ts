import { expect, test } from 'vitest'
import type { Region } from '#contract/brokers/brokers.ts'
import { holidayTable } from './holidays.ts'

const days = (state: Region, year: number, national: boolean) =>
  holidayTable.states[state]
    .filter((holiday) => holiday.date.startsWith(String(year)) && holiday.national === national)
    .map(({ date, from }) => date.slice(5) + (from ? ` ${from}` : ''))

// checked by hand against the states' gazetted lists
const national2026 = ['01-01', '01-26', '04-03', '04-06', '04-25', '12-25', '12-26', '12-28']
const national2027 = ['01-01', '01-26', '03-26', '03-29', '04-25', '12-25', '12-26', '12-27', '12-28']
const plus = (list: string[], day: string) => [...list, day].sort()

test.each<[Region, string[], string[]]>([
  ['NSW', plus(national2026, '04-27'), plus(national2027, '04-26')],
  ['VIC', national2026, national2027],
  ['QLD', national2026, plus(national2027, '04-26')],
  ['WA', plus(national2026, '04-27'), plus(national2027, '04-26')],
  ['SA', national2026, national2027],
  ['TAS', national2026, national2027],
  ['ACT', plus(national2026, '04-27'), plus(national2027, '04-26')],
  ['NT', national2026, plus(national2027, '04-26')],
])('national days and the days given in their place, %s', (state, of2026, of2027) => {
  expect(days(state, 2026, true)).toEqual(of2026)
  expect(days(state, 2027, true)).toEqual(of2027)
})

test.each<[Region, string[]]>([
  ['NSW', ['04-04', '04-05', '06-08', '10-05']],
  ['VIC', ['03-09', '04-04', '04-05', '06-08', '09-25', '11-03']],
  ['QLD', ['04-04', '04-05', '05-04', '10-05', '12-24 18:00']],
  ['WA', ['03-02', '04-05', '06-01', '09-28']],
  ['SA', ['03-09', '04-04', '04-05', '06-08', '10-05', '12-24 19:00', '12-31 19:00']],
  ['TAS', ['03-09', '06-08']],
  ['ACT', ['03-09', '04-04', '04-05', '06-01', '06-08', '10-05']],
  ['NT', ['04-04', '04-05', '05-04', '06-08', '08-03', '12-24 19:00', '12-31 19:00']],
])('state holidays of 2026, %s', (state, expected) => {
  expect(days(state, 2026, false)).toEqual(expected)
})

// Covers: called-when-9
test('a national day that falls on a weekend bars its own date and the day off', () => {
  const dates = holidayTable.states.VIC.filter(({ national }) => national).map(({ date }) => date)
  expect(dates).toEqual(expect.arrayContaining(['2028-01-01', '2028-01-03', '2030-01-26', '2030-01-28']))
})

test('covers the years ahead', () => {
  expect(holidayTable.years).toEqual(expect.arrayContaining([2026, 2027, 2028, 2029, 2030, 2031]))
})
