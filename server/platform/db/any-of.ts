import { type RawBuilder, sql } from 'kysely'

/**
 * A condition with `=` for any of these ids. They are one value, so that the statement is the same for any number of
 * ids and stays prepared. The subquery avoids a bad estimate: for a new table without statistics PostgreSQL would
 * expect the ids to match a good part of its rows, and read all of them.
 */
export const anyOf = (ids: readonly number[]): RawBuilder<number> =>
  sql`any(array(select unnest(${[...ids]}::int[])))`
