import { z } from 'zod'

const MAX_INT4 = 2_147_483_647

/** An id as it stands in a URL or payload: a positive whole number that fits the database's integer. */
export const id = z.coerce.number('Expected a number').int().min(1).max(MAX_INT4)

export const idParams = z.object({ id })

/** ISO 8601 with offset, as every date on the wire; a handler may answer with the Date itself. */
export const instant = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime({ offset: true }),
)
