import { expect, test } from 'vitest'
import { holidayTable } from '#server/modules/brokers/places/holidays.ts'
import { buildHolidayTable } from './holidays.ts'

test('the shipped holiday table is what the installed package gives', () => {
  expect(holidayTable, 'run: node tools/holidays.ts').toEqual(buildHolidayTable())
})
