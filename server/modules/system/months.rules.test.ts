import { expect, it } from 'vitest'
import { withoutMonth } from './months.rules.ts'

it.each([
  [1, '1 call event or decision is'],
  [2, '2 call events and decisions are'],
  [999, '999 call events and decisions are'],
  [1000, '1,000 or more call events and decisions are'],
  [1003, '1,000 or more call events and decisions are'],
])('%i rows without a month are told with what to do', (rows, what) => {
  expect(withoutMonth(rows)).toBe(
    `${what} in no month’s partition. The nightly run makes one. If this is still here tomorrow, a date is over ten years back or over three months ahead: check the clocks of the database and of the servers.`,
  )
})
