import { expect, test } from 'vitest'
import { resultsOf } from './rules.ts'

// Covers: campaigns-list-7
test('what ended calls led to adds up to all that ended, each counted once', () => {
  const options = { option_1: 3, option_2: 2, option_3: 1, option_4: 1 }
  const results = resultsOf({ options, responded: 7, human: 12, unanswered: 20, ended: 42 })
  expect(results).toEqual({ ...options, noChoice: 5, unanswered: 20, failed: 10 })
  expect(Object.values(results).reduce((sum, count) => sum + count)).toBe(42)
  // a response of a call with an unknown outcome
  expect(resultsOf({ options, responded: 7, human: 6, unanswered: 0, ended: 7 })).toMatchObject({
    ...{ noChoice: 0, failed: 0 },
  })
})
