import { describe, expect, it } from 'vitest'
import { callDays, callDaysText, callsByHour } from './call-times.ts'

const at = (weekday: number, hour: number, calls: number, reached: number) => ({
  ...{ weekday, hour, calls, reached },
  share: { rate: 0, low: 0, high: 0 },
})

describe('calls by hour', () => {
  // Covers: campaigns-list-7
  it('are of all weekdays together, without a gap between the first hour and the last', () => {
    expect(callsByHour([at(1, 11, 4, 2), at(2, 11, 6, 1), at(2, 13, 3, 3)])).toEqual([
      { label: '11 am', calls: 10, reached: 3 },
      { label: '12 pm', calls: 0, reached: 0 },
      { label: '1 pm', calls: 3, reached: 3 },
    ])
  })
  // Covers: campaigns-list-12
  it('are drawn from the first day of calls to the last, for three days at least and ninety at most', () => {
    const drawn = (firstDay: string | null, lastDay: string | null) => callDays({ firstDay, lastDay })
    expect(drawn('2026-11-10', '2026-11-24')).toEqual({ from: '2026-11-10', to: '2026-11-24' })
    expect(drawn('2026-11-24', '2026-11-24')).toEqual({ from: '2026-11-22', to: '2026-11-24' })
    expect(drawn('2026-01-01', '2026-11-24')).toEqual({ from: '2026-08-27', to: '2026-11-24' })
    expect(drawn(null, null)).toBeNull()
    expect(callDaysText({ from: '2026-08-03', to: '2026-09-27' })).toBe('Calls from Mon 3 Aug to Sun 27 Sep')
  })
  it('are none without calls', () => {
    expect(callsByHour([])).toEqual([])
  })
})
