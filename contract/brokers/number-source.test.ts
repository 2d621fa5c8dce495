import { expect, it } from 'vitest'
import { NUMBER_SOURCE_UNFIT, numberSource } from './number-source.ts'

// Covers: import-2
it.each([
  ['the directory of your association', 'the directory of your association'],
  ['  We have your number from the directory.  ', 'the directory'],
  ['From: Aggregator’s list (2026)', 'Aggregator’s list (2026)'],
  ['', null],
  [null, null],
  ['  . ', null],
])('%j is read as %j', (typed, read) => {
  expect(numberSource.parse(typed)).toBe(read)
})

// Covers: import-2
it.each([
  'Import of brokers.csv',
  'https://example.com',
  'list_of_brokers',
  'someone@example.com',
  'C:\\brokers',
  '12',
  'a',
  'x'.repeat(121),
])('%j is not fit to be read out', (typed) => {
  const { success, error } = numberSource.safeParse(typed)
  expect(success).toBe(false)
  expect(error?.issues[0]?.message).toMatch(
    typed.length > 120 ? /At most 120/ : NUMBER_SOURCE_UNFIT.slice(0, 30),
  )
})
