import { expect, it } from 'vitest'
import { z } from 'zod'
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

it.each([
  [z.string(), undefined, 'Required'],
  [z.string(), 5, 'Expected string, received number'],
  [z.number(), Number.NaN, 'Expected number, received nan'],
  [z.number().max(1000), 1001, 'At most 1,000'],
  [z.number().min(3), 2, 'At least 3'],
  [z.string().min(1), '', 'Required'],
  [z.string().min(2), 'a', 'At least 2 characters'],
  [z.string().max(2), 'abc', 'At most 2 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entry'],
  [z.enum(['call', 'mail']), 'fax', 'Choose one of call, mail'],
  [z.email(), 'nobody', 'Valid email is required'],
  [z.iso.date(), '24.11.2026', 'Enter a date such as 2026-11-24'],
  [z.iso.datetime({ offset: true }), 'soon', 'Enter a date and time such as 2026-11-24T09:00:00+11:00'],
  [z.url(), 'x', 'Enter a web address such as https://example.com'],
  [z.string().regex(/a/), 'b', 'This is not in the form that is asked for'],
  [z.strictObject({}), { fax: 1 }, 'There is no field fax'],
  [z.union([z.string(), z.number()]), true, 'This value is not of a kind that is taken here'],
])('tells what to do with %# in a sentence', (schema, value, text) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(text)
})
