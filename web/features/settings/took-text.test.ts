import { expect, it } from 'vitest'
import { tookText } from './took-text.ts'

it('says how long a job took in the unit that fits', () => {
  expect([0, 40.4, 999, 1000, 3240, 59_900, 60_000, 125_000].map(tookText)).toEqual([
    ...['0 ms', '40 ms', '999 ms', '1.0 s', '3.2 s', '59.9 s', '1:00', '2:05'],
  ])
})
