import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgetOf, budgetProblem, budgetReason, MINUTE_PRICE_MISSING } from './budget.rules.ts'

const spend = (recorded: string, unpricedMinutes = 0, openMinutes = 0) => ({
  recorded,
  unpricedMinutes,
  openMinutes,
})

describe('a budget', () => {
  // Covers: called-when-21
  it('leaves room for as many calls as fit at their greatest cost', () => {
    const budget = budgetOf('10.00', spend('2.50', 10, 10), '0.15')
    // 10.00 - 2.50 - 10 × 0.15 - 10 × 0.15 = 4.50; a call may cost 1.50
    expect(budget).toMatchObject({ spent: '4.00', estimated: '1.50', onTheLine: '1.50', nextCall: '1.50' })
    expect(budget).toMatchObject({ room: 3, level: 'within' })
  })

  // Covers: called-when-21
  it('warns from four fifths on, and is used once another call could exceed it', () => {
    expect(budgetOf('10.00', spend('7.99'), '0.15').level).toBe('within')
    expect(budgetOf('10.00', spend('8.00'), '0.15')).toMatchObject({ level: 'near', room: 1 })
    expect(budgetOf('10.00', spend('8.50'), '0.15')).toMatchObject({ level: 'near', room: 1 })
    const used = budgetOf('10.00', spend('8.5001'), '0.15')
    expect(used).toMatchObject({ level: 'used', room: 0, spent: '8.51' })
    expect(budgetReason(used)).toBe(
      'The budget of $10.00 is used: $8.51 is spent, and the next call may cost up to $1.50.',
    )
  })

  it('permits no call without the price of a minute', () => {
    const budget = budgetOf('10.00', spend('0'), null)
    expect(budget).toMatchObject({ room: 0, level: 'used', nextCall: null })
    expect(budgetReason(budget)).toContain('the price of a minute is not set')
  })

  it('is refused without the price of a minute, or where no call fits in it', () => {
    expect(budgetProblem('10.00', null)).toBe(MINUTE_PRICE_MISSING)
    expect(budgetProblem('1.49', '0.15')).toBe('One call may cost up to $1.50; enter at least that')
    expect(budgetProblem('1.50', '0.15')).toBeNull()
  })

  it('is never exceeded by the calls it leaves room for', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(cents, cents, fc.nat(500), fc.nat(500), fc.integer({ min: 1, max: 9999 }), (...given) => {
        const [limit, recorded, unpriced, open, price] = given
        const perMinute = price / 1e4
        const amount = (limit / 100).toFixed(2)
        const { room } = budgetOf(amount, spend(String(recorded / 100), unpriced, open), String(perMinute))
        const most = recorded / 100 + (unpriced + open + room * 10) * perMinute
        expect(room === 0 || most <= limit / 100 + 1e-6).toBe(true)
      }),
      { seed: 3 },
    )
  })
})
