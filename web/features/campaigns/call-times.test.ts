import { describe, expect, it } from 'vitest'
import { callDays, callsByHour } from './call-times.ts'

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
  it('are drawn from the first day of calls, for three days at least and thirty at most', () => {
    expect(callDays('2026-11-10', '2026-11-24', 30)).toEqual({ from: '2026-11-10', isAll: true })
    expect(callDays('2026-11-24', '2026-11-24', 30)).toEqual({ from: '2026-11-22', isAll: true })
    expect(callDays(null, '2026-11-24', 30)).toEqual({ from: '2026-11-22', isAll: true })
    expect(callDays('2026-05-01', '2026-11-24', 30)).toEqual({ from: '2026-10-26', isAll: false })
  })
  it('are none without calls', () => {
    expect(callsByHour([])).toEqual([])
  })
})
