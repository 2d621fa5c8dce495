import { z } from 'zod'
import { instant } from '#contract/ids.ts'

/** Result of the erasure for one kind of a person's data. */
export const erasureLine = z.object({
  /** e.g. 'Messages'. */
  what: z.string(),
  rows: z.number(),
  /** `anonymised`: the row stays, without any personal data. */
  outcome: z.enum(['erased', 'anonymised', 'kept']),
  /** Why it stays, or until when. */
  reason: z.string().nullable(),
})
export type ErasureLine = z.infer<typeof erasureLine>

/** The records that were erased or kept, and why; the audit log stores it. */
export const erasureReceipt = z.object({
  brokerId: z.number(),
  erasedAt: instant,
  lines: z.array(erasureLine),
})
export type ErasureReceipt = z.infer<typeof erasureReceipt>
