/** Rows that are looked up one by one. */
const MOST = 1000

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
