import { expect, test } from 'vitest'
import type { BudgetUse } from '#contract/campaigns/campaign-budget.ts'
import { budgetNotes } from './budget-notes.ts'

const use: BudgetUse = {
  ...{ spent: '4.00', estimated: '0.00', onTheLine: '0.00', nextCall: '1.50' },
  ...{ level: 'within', simulated: false },
}

// Covers: called-when-21
test('a budget says why no call is dialled, what is reserved, and which part is an estimate', () => {
  expect(budgetNotes(use)).toEqual([])
  expect(budgetNotes({ ...use, level: 'near', onTheLine: '3.00' })).toEqual([
    'More than 80% is used.',
    'Up to $3.00 is reserved for calls on the line.',
  ])
  expect(budgetNotes({ ...use, level: 'used', estimated: '0.45' })).toEqual([
    'No call is dialled: the next one may cost up to $1.50, which no longer fits.',
    '$0.45 of it is an estimate, for calls that the vendor has not priced in AUD or US dollars.',
  ])
  expect(budgetNotes({ ...use, level: 'used', nextCall: null })).toEqual([
    'No call is dialled: the price of a minute is not set in Settings, System, Organisation.',
  ])
  expect(budgetNotes({ ...use, estimated: '0.45', simulated: true })).toEqual([
    'Simulated calls cost nothing; they are counted at the price of a minute to show the budget at work.',
  ])
})
