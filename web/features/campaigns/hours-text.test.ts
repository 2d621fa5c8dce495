import { expect, it } from 'vitest'
import { daysText, hoursText, zoneText } from './hours-text.ts'

it('writes calling hours as people read them', () => {
  expect(daysText(['1', '2', '3', '4', '5'])).toBe('Mon–Fri')
  expect(daysText(['6', '0', '1', '3'])).toBe('Mon, Wed, Sat, Sun')
  expect(daysText(['0', '1', '2', '3', '4', '5', '6'])).toBe('Mon–Sun')
  expect(hoursText('09:00', '12:30')).toBe('9:00 am – 12:30 pm')
  expect(hoursText('00:00', '17:05')).toBe('12:00 am – 5:05 pm')
  expect(zoneText('Australia/Perth')).toBe('Perth')
  expect(zoneText('Australia/Broken_Hill')).toBe('Broken Hill')
})
