import { z } from 'zod'
import { line } from '#contract/text-fields.ts'

const RATE_MESSAGE = 'Enter a rate between 0 and 100 with at most three decimals, such as 6.14'

/** Takes '6.14' or 6.14, gives '6.140'; empty means no rate. */
export const rate = z
  .union([line(), z.number().transform(String), z.null()], RATE_MESSAGE)
  .optional()
  .refine((value) => !value || (/^\d{1,3}(\.\d{1,3})?$/.test(value) && Number(value) <= 100), RATE_MESSAGE)
  .transform((value) => (value ? Number(value).toFixed(3) : null))

export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM, such as 09:00')

export const days = z
  .array(z.enum(['0', '1', '2', '3', '4', '5', '6'], 'Unknown day'), 'Choose at least one day')
  .min(1, 'Choose at least one day')
  .transform((list) => [...new Set(list)].sort())
