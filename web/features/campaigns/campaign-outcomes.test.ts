import { expect, it } from 'vitest'
import { campaignOutcomes, unansweredCalls } from './campaign-outcomes.ts'

const results = {
  option_1: 20,
  option_2: 10,
  option_3: 5,
  option_4: 6,
  noChoice: 88,
  unanswered: 60,
  failed: 11,
}

// Covers: campaigns-list-12
it('counts the ended calls that are not completed', () => {
  const ended = campaignOutcomes({ results }).reduce((sum, { value }) => sum + value, 0)
  expect([ended, unansweredCalls({ results })]).toEqual([200, 71])
})
