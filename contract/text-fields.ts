import { z } from 'zod'
import { atMost } from './texts.ts'

/** A text without blanks around it. */
export const text = (max: number) => z.string().trim().max(max, atMost(max))

/** Empty or left out is null. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value || null)
