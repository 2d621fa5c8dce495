import { z } from 'zod'
import { plainNumber } from './ids.ts'
import { line } from './text-fields.ts'

export const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 1000
/** Totals are counted exactly up to here; beyond, the header says `1000+`: counting further costs more than the page. */
export const EXACT_TOTAL = 1000

/** Query of every list. `cursor` is opaque: take it from the `Link: <…>; rel="next"` header. */
export const pageQuery = z.object({
  limit: plainNumber(z.number('Enter a whole number').int().min(1).max(MAX_LIMIT)).default(DEFAULT_LIMIT),
  cursor: z.string().max(500).optional(),
  q: line().max(200).optional(),
  sort: z.string().max(60).optional(),
})
export type PageQuery = z.infer<typeof pageQuery>
