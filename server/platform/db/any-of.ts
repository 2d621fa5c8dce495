import { type RawBuilder, sql } from 'kysely'

/**
 * Any of these ids, for a condition with `=`. They are one value, so that the statement is the same whatever their number and
 * stays prepared. They are read from a subquery because PostgreSQL, which knows nothing of a new table yet, would otherwise expect
 * them to be a good part of its rows, and read all of them.
 */
export const anyOf = (ids: readonly number[]): RawBuilder<number> =>
  sql`any(array(select unnest(${[...ids]}::int[])))`
