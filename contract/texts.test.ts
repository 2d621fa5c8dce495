import { expect, it } from 'vitest'
import { atMost } from './texts.ts'

it.each([
  [40, '40'],
  [999, '999'],
  [2000, '2,000'],
  [20_000, '20,000'],
  [1_000_000, '1,000,000'],
])('says how many characters %i are', (max, text) => {
  expect(atMost(max)).toBe(`At most ${text} characters`)
})
