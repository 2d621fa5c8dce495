import { describe, expect, it } from 'vitest'
import { trendText } from './trend-text.ts'

const day = (date: string, calls: number, responseRate: number | null) => ({
  ...{ day: date, calls, responseRate, meetings: 0, accreditations: 0 },
})

describe('the curve of a figure in words', () => {
  const days = [day('2026-11-22', 12, 25), day('2026-11-23', 60, 31.25), day('2026-11-24', 4, null)]
  // Covers: dashboard-12
  it('says what today has, and when there was most', () => {
    expect(trendText('calls', days)).toBe('Calls by day, last 3 days: 4 today, most 60 on Mon 23 Nov')
  })
  it('says that today has nothing to tell yet, and that there was nothing at all', () => {
    expect(trendText('responseRate', days)).toBe(
      'Response rate by day, last 3 days: – today, most 31.3% on Mon 23 Nov',
    )
    expect(trendText('responseRate', [day('2026-11-24', 0, null)])).toBe(
      'Response rate by day, last 1 days: none',
    )
  })
})
