import { z } from 'zod'

/** 'YYYY-MM', from 2000 on. */
export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter the month as YYYY-MM')

/** Months that are always offered, whatever is loaded; as specified. */
export const alwaysOffered = ['2024-07', '2024-06', '2024-05'] as const
