import { describe, expect, it } from 'vitest'
import { openDay } from './open-day.ts'

const noon = Date.parse('2026-12-01T01:00:00Z')

describe('the open day of a chart', () => {
  it('is its last day while that is today in Sydney', () => {
    expect(openDay([{ day: '2026-11-30' }, { day: '2026-12-01' }], noon)).toBe('2026-12-01')
    // 00:30 of the next day in Sydney
    expect(openDay([{ day: '2026-12-01' }], Date.parse('2026-12-01T13:30:00Z'))).toBe(null)
  })
  it('is none in a period that is over, or without days', () => {
    expect(openDay([{ day: '2026-11-30' }], noon)).toBe(null)
    expect(openDay([], noon)).toBe(null)
  })
})
