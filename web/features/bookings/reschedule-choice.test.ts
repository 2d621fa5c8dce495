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
  test('offers free times without the present one', () => {
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
    expect(chosenTime(free, chosen, null)).toMatchObject(chosen)
    expect(chosenTime(free, { day: '2026-11-25', start: '' }, null)).toMatchObject({
      ...{ day: '2026-11-24', start: '2026-11-23T22:00:00.000Z' },
      times: [{ label: '9:00 am' }, { label: '12:00 pm' }],
    })
    expect(chosenTime([], chosen, null)).toEqual({ day: '', start: '', times: [], isGone: false })
  })

  // Covers: bookings-30
  test('is chosen by the user: a meeting keeps its day, and its time only where another BDM has it free', () => {
    const current = '2026-11-24T12:00:00+11:00'
    const none = { day: '', start: '' }
    expect(chosenTime(freeDays(days, current), none, current)).toEqual({
      ...{ day: '2026-11-24', start: '', isGone: false },
      times: [
        { value: '', label: 'Choose a time' },
        { value: '2026-11-23T22:00:00.000Z', label: '9:00 am' },
      ],
    })
    expect(chosenTime(freeDays(days, null), none, current)).toMatchObject({
      ...{ day: '2026-11-24', start: '2026-11-24T01:00:00.000Z' },
    })
    // its day has no other free time
    const later = '2026-12-11T10:00:00+11:00'
    expect(chosenTime(freeDays(days, later), none, later)).toEqual({
      ...{ day: '', start: '', isGone: false },
      times: [{ value: '', label: 'Choose a day first' }],
    })
  })

  // Covers: bookings-30
  test('is no other time than the one chosen when that was taken meanwhile', () => {
    const free = freeDays(days, null)
    const gone = { start: '', isGone: true }
    expect(chosenTime(free, { day: '2026-11-24', start: '2026-11-24T00:00:00.000Z' }, null)).toMatchObject({
      ...gone,
      times: [{ value: '', label: 'Choose a time' }, { label: '9:00 am' }, { label: '12:00 pm' }],
    })
    expect(chosenTime(free, { day: '2026-11-25', start: '2026-11-25T00:00:00.000Z' }, null)).toMatchObject(
      gone,
    )
    // the whole day was taken
    const current = '2026-12-11T10:00:00+11:00'
    const taken = { day: '2026-11-25', start: '2026-11-25T00:00:00.000Z' }
    expect(chosenTime(free, taken, current)).toMatchObject({ ...gone, day: '' })
  })
})
