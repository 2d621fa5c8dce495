import { type Expression, type QueryExecutorProvider, sql } from 'kysely'
import { QUICK_TOTAL } from '#contract/page.ts'

/** Rows that are looked up one by one: as many as are counted. */
const MOST = QUICK_TOTAL
/** How many rows of a list are read in order to find a page of matches: enough where one row in forty matches. */
const NEAR = 2000

/**
 * The ids of rows that a search finds, wherever they lie: of a few the database would otherwise believe that there are many, and
 * go through all rows in the order of the list to find a page of them.
 * @returns null: more than can be named, so that a page of them is found on the way
 */
export async function findFew(rows: {
  limit(count: number): { execute(): Promise<{ id: number }[]> }
}): Promise<number[] | null> {
  const found = await rows.limit(MOST + 1).execute()
  return found.length > MOST ? null : found.map(({ id }) => id)
}

/** A page of a list whose newest rows have the highest numbers and come first. */
interface NewestFirst {
  table: 'audit_log' | 'messages'
  /** The cursor of the page. */
  before: number | null
  /** Rows that are wanted. */
  most: number
}

/**
 * What a search finds of a list.
 * @param found selects the ids of all that is found
 * @returns the ids of the page, and how many are found: more than QUICK_TOTAL are not counted
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
 * The database expects what is found to be spread over the list, and goes through it until the page is full, perhaps to its end:
 * so that is done for the next few thousand rows only, and what is rarer is found by the search's own index.
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
