import { z } from 'zod'

const MAX_INT4 = 2_147_483_647

const DIGITS = /^\d{1,15}$/

/** A number from an address or a form: plain digits count, but not `true`, `[5]`, `0x10`, `1e2` or a blank. */
export const plainNumber = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value), schema)

const wholeId = z.number('Enter a whole number').int('Enter a whole number').min(1).max(MAX_INT4)

/** An id from an address or a form: a positive whole number that fits the database's integer. */
export const id = plainNumber(wholeId)

/** An id in a JSON body, where it is a number already. */
export const bodyId = wholeId

const LISTED = 1000

/** The ids in a list of them. */
export const idsIn = (list: string): number[] => list.split(',').map(Number)

/** Ids joined by commas, as an address has them: '3,17'. */
export const idList = z
  .string()
  .max(11 * LISTED, 'Join at most 1,000 ids by commas')
  .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, 'Join ids by commas, e.g. 3,17')
  .refine((list) => idsIn(list).length <= LISTED, 'Join at most 1,000 ids by commas')
  .refine((list) => idsIn(list).every((one) => one <= MAX_INT4), 'Enter ids of records')

export const idParams = z.object({ id })

/** ISO 8601 with offset, as every date on the wire; a handler may answer with the Date itself. */
export const instant = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime({ offset: true }),
)
