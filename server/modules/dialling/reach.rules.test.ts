import { expect, it } from 'vitest'
import { estimateCost, scaledCounts } from './reach.rules.ts'

const counts = {
  ...{ callableNow: 50, callableLater: 25, elsewhere: 0, betterHour: 0, total: 100 },
  ...{ outsideHours: 25, dialledBefore: 0 },
  ...{ skipped: { suspended: 5 }, alreadyIn: { waiting: 10, reached: 10, notReached: 0 } },
}

// Covers: create-edit-campaign-12
it('a part stands for the whole in its shares; a whole stays as it is', () => {
  expect(scaledCounts(counts, 1000)).toMatchObject({
    ...{ callableNow: 500, callableLater: 250, total: 1000, skipped: { suspended: 50 } },
    alreadyIn: { waiting: 100, reached: 100, notReached: 0 },
  })
  expect(scaledCounts(counts, 100)).toEqual(counts)
  expect(scaledCounts({ ...counts, total: 0 }, 0).total).toBe(0)
})

// Covers: create-edit-campaign-12
it('cost is that of the dials that three rounds take, at what a minute cost in the last calls', () => {
  const past = {
    dials: 200,
    seconds: 6000,
    priced: { calls: 100, seconds: 6000, amount: 10, currency: 'USD' },
  }
  // 100 brokers, half of them again, a quarter a third time: 175 dials of half a minute at 10 cents a minute
  expect(estimateCost(100, { retried: 0.5 }, past)).toEqual({
    ...{ currency: 'USD', perMinute: '0.1000', amount: '8.75', minutes: 88, calls: 100 },
  })
  expect(estimateCost(100, { retried: 0.5 }, { ...past, priced: null })).toBeNull()
  const few = { ...past.priced, calls: 9 }
  expect(estimateCost(100, { retried: 0.5 }, { ...past, priced: few })).toBeNull()
})
