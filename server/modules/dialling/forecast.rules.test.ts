import { expect, test } from 'vitest'
import { STRICT } from '#server/calendar/legal-hours.ts'
import type { Place } from '#server/calendar/places.ts'
import { callingWindow } from './calling-window.rules.ts'
import { finishesAt } from './forecast.rules.ts'

const window = callingWindow(
  {
    days: ['1', '2', '3', '4', '5'],
    start: '09:00',
    end: '17:00',
    zone: 'Australia/Sydney',
    respectLocalTime: true,
  },
  STRICT,
)
const sydney: Place = { region: 'NSW', zone: 'Australia/Sydney' }
const perth: Place = { region: 'WA', zone: 'Australia/Perth' }
const at = (text: string) => new Date(text)
const monday = at('2026-11-23T09:00:00+11:00')
// one dial a minute
const once = { dialsPerSecond: 1 / 60, retried: 0 }

test.each([
  [[{ place: sydney, brokers: 60 }], '2026-11-23T10:00:00+11:00'],
  // a day has 480 minutes
  [[{ place: sydney, brokers: 481 }], '2026-11-24T09:01:00+11:00'],
  // Perth opens at noon in Sydney
  [[{ place: perth, brokers: 60 }], '2026-11-23T13:00:00+11:00'],
  // Sydney first, as it closes first; 300 minutes of Perth are left
  [
    [
      { place: perth, brokers: 60 },
      { place: sydney, brokers: 240 },
    ],
    '2026-11-23T14:00:00+11:00',
  ],
])('%j is through at %s', (groups, expected) => {
  expect(finishesAt(groups, window, once, monday)).toEqual(at(expected))
})

// Covers: starting-pausing-2
test('who is not reached follows on later days', () => {
  const pace = { dialsPerSecond: 1 / 60, retried: 0.5 }
  // 60 until 10 am, 30 from 1 pm on Tuesday, 15 from 9 am on Wednesday
  expect(finishesAt([{ place: sydney, brokers: 60 }], window, pace, monday)).toEqual(
    at('2026-11-25T09:15:00+11:00'),
  )
})

// Covers: starting-pausing-2
test('nobody to call, and hours that never open, have no end', () => {
  expect(finishesAt([], window, once, monday)).toBeNull()
  const sundays = callingWindow(
    { days: ['0'], start: '09:00', end: '17:00', zone: 'Australia/Sydney', respectLocalTime: true },
    STRICT,
  )
  expect(finishesAt([{ place: sydney, brokers: 1 }], sundays, once, monday)).toBeNull()
})
