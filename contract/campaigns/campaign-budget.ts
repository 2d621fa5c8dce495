import { z } from 'zod'
import { line } from '#contract/text-fields.ts'

const BUDGET_MESSAGE = 'Enter an amount above 0 with at most two decimals, such as 250 or 250.50'
const MAX_BUDGET = 9_999_999

/** Takes '250' or 250.5, gives '250.00'; empty means no limit. In AUD. */
export const budgetAmount = z
  .union([line(), z.number().transform(String), z.null()], BUDGET_MESSAGE)
  .optional()
  .refine(
    (value) =>
      !value || (/^\d{1,7}(\.\d{1,2})?$/.test(value) && Number(value) > 0 && Number(value) <= MAX_BUDGET),
    BUDGET_MESSAGE,
  )
  .transform((value) => (value ? Number(value).toFixed(2) : null))

/** A budget is nearly used from this share on. */
export const BUDGET_WARNING = 0.8

/** `near`: nearly used. `used`: another call could exceed it, so none is dialled. */
export const budgetLevels = ['within', 'near', 'used'] as const

export const budgetUse = z.object({
  /** In AUD, decimals: recorded costs, and an estimate for calls without a price in AUD or US dollars. */
  spent: z.string(),
  /** The estimated part. */
  estimated: z.string(),
  /** The most that the calls on the line may cost. */
  onTheLine: z.string(),
  /** The most that the next call may cost; null: the price of a minute is not set, so none is dialled. */
  nextCall: z.string().nullable(),
  level: z.enum(budgetLevels),
  /** Simulated calls cost nothing; the estimate shows how a budget works. */
  simulated: z.boolean(),
})
export type BudgetUse = z.infer<typeof budgetUse>
