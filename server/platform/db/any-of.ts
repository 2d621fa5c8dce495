import { type RawBuilder, sql } from 'kysely'

/**
 * Any of these ids, as one value of a condition with `=`: a list of values would be a statement of its own for each length, and
 * none of them would stay prepared. It is read from a subquery because the database would otherwise take the ids, before it has
 * counted a new table, for a good part of all rows, and go through every one.
 */
export const anyOf = (ids: readonly number[]): RawBuilder<number> =>
  sql`any(array(select unnest(${[...ids]}::int[])))`
