import { expect, test } from 'vitest'
import { STRICT } from '#server/calendar/legal-hours.ts'
import type { Place } from '#server/calendar/places.ts'
import { type CampaignWindow, callingWindow, nextDay, sameDay } from './calling-window.rules.ts'

const office: CampaignWindow = {
  days: ['1', '2', '3', '4', '5'],
  start: '09:00',
  end: '17:00',
  zone: 'Australia/Sydney',
  respectLocalTime: true,
}
const perth: Place = { region: 'WA', zone: 'Australia/Perth' }
const sydney: Place = { region: 'NSW', zone: 'Australia/Sydney' }
const unknown: Place = { region: null, zone: null }
const at = (text: string) => new Date(text)

// Covers: called-when-6
test('keeps the campaign’s hours in the zone of the broker, or in its own', () => {
  const local = callingWindow(office, STRICT)
  const own = callingWindow({ ...office, respectLocalTime: false }, STRICT)
  const morning = at('2026-11-24T10:00:00+11:00')
  expect(local.next(morning, perth)).toEqual(at('2026-11-24T09:00:00+08:00'))
  expect(own.next(morning, perth)).toEqual(at('2026-11-24T12:00:00+11:00'))
  const evening = at('2026-11-24T18:00:00+11:00')
  expect(local.isOpen(evening, perth)).toBe(true)
  expect(own.isOpen(evening, perth)).toBe(false)
})

// Covers: called-when-8
test('no campaign widens the legal hours', () => {
  const always = callingWindow(
    { ...office, days: ['0', '1', '2', '3', '4', '5', '6'], start: '00:00', end: '23:59' },
    STRICT,
  )
  expect(always.next(at('2026-11-21T17:00:00+11:00'), sydney)).toEqual(at('2026-11-23T09:00:00+11:00'))
  expect(always.isOpen(at('2026-11-23T20:00:00+11:00'), sydney)).toBe(false)
})

test('a window that never meets the legal hours has no next instant', () => {
  expect(
    callingWindow({ ...office, days: ['0'] }, STRICT).next(at('2026-11-23T12:00:00+11:00'), sydney),
  ).toBeNull()
  const early = { ...office, end: '11:00' }
  expect(callingWindow(early, STRICT).next(at('2026-11-23T12:00:00+11:00'), unknown)).toBeNull()
})

test('a window that is open only in one season is found', () => {
  const london = { ...office, zone: 'Europe/London', start: '10:00', end: '10:30', respectLocalTime: false }
  // 10 am in London is 9 pm in Sydney in summer and 7 pm in winter
  const found = callingWindow(london, STRICT).next(at('2026-11-23T12:00:00+11:00'), sydney)
  expect(found).toEqual(at('2027-04-05T19:00:00+10:00'))
})

// Covers: called-when-13
test.each([
  ['2026-11-23T09:00:00+11:00', '2026-11-24T13:00:00+11:00'],
  ['2026-11-23T12:59:59+11:00', '2026-11-24T13:00:00+11:00'],
  ['2026-11-23T13:00:00+11:00', '2026-11-24T09:00:00+11:00'],
  ['2026-11-27T16:00:00+11:00', '2026-11-30T09:00:00+11:00'],
  ['2026-12-24T10:00:00+11:00', '2026-12-29T13:00:00+11:00'],
])('a retry after %s is due in the other half of the next allowed day, %s', (last, expected) => {
  const window = callingWindow(office, STRICT)
  expect(window.nextRetry(at(last), at(last), sydney)).toEqual(at(expected))
})

test('a retry that missed its half waits for that half of another day', () => {
  const window = callingWindow(office, STRICT)
  const last = at('2026-11-23T14:00:00+11:00')
  expect(window.nextRetry(at('2026-11-24T12:59:59+11:00'), last, sydney)).toEqual(
    at('2026-11-24T12:59:59+11:00'),
  )
  expect(window.nextRetry(at('2026-11-24T13:00:00+11:00'), last, sydney)).toEqual(
    at('2026-11-25T09:00:00+11:00'),
  )
})

test('calendar days are those of the place; in doubt a day is the same', () => {
  const late = at('2026-11-24T01:00:00+11:00')
  const earlier = at('2026-11-23T16:00:00+11:00')
  expect(sameDay(earlier, late, sydney)).toBe(false)
  expect(sameDay(earlier, late, perth)).toBe(true)
  expect(sameDay(earlier, late, unknown)).toBe(true)
  expect(nextDay(earlier, sydney)).toEqual(at('2026-11-24T00:00:00+11:00'))
  expect(nextDay(earlier, unknown)).toEqual(at('2026-11-24T00:00:00+08:00'))
})
