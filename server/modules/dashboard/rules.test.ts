import { describe, expect, it } from 'vitest'
import { change, dashboardFigures } from './rules.ts'

const none = { calls: 0, ended: 0, responses: 0, meetings: 0, accreditations: 0 }

describe('dashboard figures', () => {
  // Covers: dashboard-6
  it('shows rates with one decimal and no change without earlier figures', () => {
    const figures = dashboardFigures(
      { ...none, calls: 9, ended: 7, responses: 2 },
      { ...none, calls: 9 },
      none,
    )
    expect(figures.totalCalls).toBe(9)
    expect(figures.responseRate).toBe(28.6)
    expect(figures.changes).toEqual({
      totalCalls: null,
      responseRate: null,
      meetingsBooked: null,
      accreditations: null,
    })
  })

  it('compares with the period before, in percent', () => {
    expect(change(224, 200)).toBe(12)
    expect(change(46, 47)).toBe(-2.1)
    expect(change(25, 23)).toBe(8.7)
    expect(change(0, 4)).toBe(-100)
    expect(change(5, 5)).toBe(0)
  })

  // Covers: dashboard-6
  it('divides responses by calls that ended, not by dials', () => {
    const last = { ...none, calls: 30, ended: 20, responses: 10 }
    const before = { ...none, calls: 50, ended: 40, responses: 10 }
    expect(dashboardFigures(last, last, before).responseRate).toBe(50)
    expect(dashboardFigures(last, last, before).changes.responseRate).toBe(100)
  })
})
