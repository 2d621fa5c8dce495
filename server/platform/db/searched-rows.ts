import { type Expression, type QueryExecutorProvider, sql } from 'kysely'
import { QUICK_TOTAL } from '#contract/page.ts'

/** Rows that are looked up one by one: as many as are counted. */
const MOST = QUICK_TOTAL
/** How many rows of a list are read in order to find a page of matches: enough where one row in forty matches. */
const NEAR = 2000

/**
 * Resolves the ids of a search first; otherwise the planner overestimates a rare term and scans the list in its order
 * to fill a page.
 * @returns null where the search matches too many rows to list: then a page is filled by scanning the list
 */
export async function findFew(rows: {
  limit(count: number): { execute(): Promise<{ id: number }[]> }
}): Promise<number[] | null> {
  const found = await rows.limit(MOST + 1).execute()
  return found.length > MOST ? null : found.map(({ id }) => id)
}

/** A page of a list that is sorted by descending id. */
interface NewestFirst {
  table: 'audit_log' | 'messages'
  /** The cursor of the page. */
  before: number | null
  /** Rows that are wanted. */
  most: number
}

/**
 * Runs a search of a list.
 * @param found selects the ids of all matches
 * @returns the ids of the page, and the number of matches: more than QUICK_TOTAL are not counted
 */
export async function findNewest(
  db: QueryExecutorProvider,
  found: Expression<{ id: number }> & Parameters<typeof findFew>[0],
  page: NewestFirst,
): Promise<{ ids: number[]; total: number }> {
  const few = await findFew(found)
  if (!few) return { ids: await findAmongMany(db, found, page), total: QUICK_TOTAL + 1 }
  const { before, most } = page
  const following = few.filter((id) => before === null || id < before).sort((one, other) => other - one)
  return { ids: following.slice(0, most), total: few.length }
}

/**
 * The planner assumes that matches are spread over the list and scans it until the page is full, perhaps to its end. So
 * only the next NEAR rows are scanned; rarer matches are found with the search's own index.
 */
async function findAmongMany(
  db: QueryExecutorProvider,
  found: Expression<unknown>,
  { table, before, most }: NewestFirst,
): Promise<number[]> {
  const from = before === null ? sql`(select max(id) + 1 from ${sql.table(table)})` : sql`${before}::bigint`
  const near = await sql<{ id: number }>`
    select id from (${found}) as found where id < ${from} and id >= ${from} - ${NEAR}::int
    order by id desc limit ${most}`.execute(db)
  const { rows } =
    near.rows.length === most
      ? near
      : await sql<{ id: number }>`
          select id from (${found} offset 0) as found where id < ${from} order by id desc limit ${most}`.execute(
          db,
        )
  return rows.map(({ id }) => id)
}
