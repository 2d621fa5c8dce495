import { type Expression, type QueryExecutorProvider, sql } from 'kysely'
import { EXACT_TOTAL } from '#contract/page.ts'
import { type CursorValues, encodeCursor, type Page, page } from './page.ts'

export interface PageParts<Row, Item> {
  db: QueryExecutorProvider
  /** Everything that matches, whatever the page: only its rows are counted, so it needs to select nothing. */
  matching: { limit(count: number): Expression<unknown> }
  /** The rows from the cursor on, in order. */
  rows: { limit(count: number): { execute(): Promise<Row[]> } }
  /** Items a page. */
  limit: number
  /** True for the first page of a list that mostly fits it: only where it does not is anything counted. */
  mostlyAll?: boolean
  /** What a cursor keeps of the last row of its page. */
  cursor(row: NoInfer<Row>): CursorValues
  item(row: NoInfer<Row>): Item
}

/** Reads one page of a list and how many rows match, at once; one row more tells whether another page follows. */
export async function readPage<Row, Item>(parts: PageParts<Row, Item>): Promise<Page<Item>> {
  const { db, matching, rows, limit, mostlyAll = false } = parts
  const reading = rows.limit(limit + 1).execute()
  const counting = mostlyAll ? reading.then(({ length }) => (length > limit ? null : length)) : null
  const [found, total] = await Promise.all([
    reading,
    counting ? counting.then((all) => all ?? countUpTo(db, matching)) : countUpTo(db, matching),
  ])
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return page(shown.map(parts.item), { total, next: last ? encodeCursor(parts.cursor(last)) : null })
}

/** Counts to one more than the exact limit, so that a search over millions stays cheap. */
async function countUpTo(
  db: QueryExecutorProvider,
  matching: PageParts<never, never>['matching'],
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${matching.limit(EXACT_TOTAL + 1)} as counted`.execute(db)
  return rows[0]?.total ?? 0
}
