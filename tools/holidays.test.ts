import { expect, test } from 'vitest'
import { holidayTable } from '#server/calendar/holidays.ts'
import { buildHolidayTable } from './holidays.ts'

test('the shipped holiday table is what the installed package gives', () => {
  expect(holidayTable, 'run: node tools/holidays.ts').toEqual(buildHolidayTable())
})
