import { describe, expect, test } from 'vitest'
import { chosenTime, dayOptions, freeDays } from './reschedule-choice.ts'

const slot = (hour: string, available = true) => ({
  start: `2026-11-${hour}:00:00.000Z`,
  label: hour,
  available,
})
const days = [
  { date: '2026-11-24', slots: [slot('23T22'), slot('24T00', false), slot('24T01')] },
  { date: '2026-11-25', slots: [slot('25T00', false)] },
  { date: '2026-11-26', slots: [slot('26T00')] },
]

describe('what a meeting can be moved to', () => {
  // Covers: bookings-30
  test('is what is free, without the time that it has', () => {
    const free = freeDays(days, '2026-11-24T12:00:00+11:00')
    expect(free.map(({ date, slots }) => [date, slots.length])).toEqual([
      ['2026-11-24', 1],
      ['2026-11-26', 1],
    ])
    expect(dayOptions(freeDays(days, null)).map(({ label }) => label)).toEqual([
      'Tue 24 Nov (2 times)',
      'Thu 26 Nov (1 time)',
    ])
  })

  // Covers: bookings-30
  test('stays as chosen while it can be had, and is the first while no time is chosen', () => {
    const free = freeDays(days, null)
    const chosen = { day: '2026-11-24', start: '2026-11-24T01:00:00.000Z' }
    expect(chosenTime(free, chosen)).toMatchObject(chosen)
    expect(chosenTime(free, { day: '2026-11-25', start: '' })).toMatchObject({
      ...{ day: '2026-11-24', start: '2026-11-23T22:00:00.000Z' },
      times: [{ label: '9:00 am' }, { label: '12:00 pm' }],
    })
    expect(chosenTime([], chosen)).toEqual({ day: '', start: '', times: [], isGone: false })
  })

  // Covers: bookings-30
  test('is no other time than the one chosen when that was taken meanwhile', () => {
    const free = freeDays(days, null)
    const gone = { start: '', isGone: true }
    expect(chosenTime(free, { day: '2026-11-24', start: '2026-11-24T00:00:00.000Z' })).toMatchObject({
      ...gone,
      times: [{ value: '', label: 'Choose a time' }, { label: '9:00 am' }, { label: '12:00 pm' }],
    })
    expect(chosenTime(free, { day: '2026-11-25', start: '2026-11-25T00:00:00.000Z' })).toMatchObject(gone)
  })
})
