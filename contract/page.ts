import { z } from 'zod'
import { plainNumber } from './ids.ts'
import { singleLine } from './plain-text.ts'

export const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 1000
/** Totals are counted exactly up to here; beyond, the header is `10000+`. */
export const EXACT_TOTAL = 10_000
/** A quick total is counted exactly up to here; beyond, the header is `1000+`. Screens show the page with it first. */
export const QUICK_TOTAL = 1000
export const totalKinds = ['exact', 'quick'] as const
export type TotalKind = (typeof totalKinds)[number]

/** Query of every list. `cursor` is opaque: take it from the `Link: <…>; rel="next"` header. */
export const pageQuery = z.object({
  limit: plainNumber(
    z
      .number('Enter a whole number')
      .int('Enter a whole number')
      .min(1, `Ask for 1 to ${MAX_LIMIT} rows`)
      .max(MAX_LIMIT, `Ask for at most ${MAX_LIMIT} rows; the Link header leads to the next ones`),
  ).default(DEFAULT_LIMIT),
  cursor: z.string().max(500).optional(),
  // a NUL, which no PostgreSQL text can contain, is kept so that the server refuses the search
  q: z
    .string()
    .overwrite((typed) => (typed.includes('\0') ? typed : singleLine(typed)))
    .max(200)
    .optional(),
  sort: z.string().max(60).optional(),
  /** How far rows are counted: to 10,000, or `quick` to 1,000. */
  total: z.enum(totalKinds).optional(),
})
export type PageQuery = z.infer<typeof pageQuery>
