import { expect, it } from 'vitest'
import { skippedRows, totalSkipped } from './skip-reasons.ts'

it('names the reasons that apply, the most frequent first', () => {
  const skipped = { opted_out: 2, duplicate_number: 40, suspended: 0 }
  expect(totalSkipped(skipped)).toBe(42)
  expect(skippedRows(skipped).map(({ label, count }) => `${count} ${label}`)).toEqual([
    '40 Shares a number with another broker',
    '2 Opted out',
  ])
})
