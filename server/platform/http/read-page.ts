import {
  type AliasedExpression,
  type Expression,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely'
import { QUICK_TOTAL, type TotalKind } from '#contract/page.ts'
import { type CursorValues, countLimit, encodeCursor, type Page, page } from './page.ts'

interface Rows<Row> {
  limit(count: number): { execute(): Promise<Row[]> }
}

/** Of one column named `total`. */
export type Total = AliasedExpression<number, 'total'>

/** The rows from the cursor on, in order. */
interface Alone<Row> {
  rows: Rows<Row>
  /** True for the first page of a list that mostly fits it: only where it does not is anything counted. */
  mostlyAll?: boolean
  /**
   * The number of matches, if available: then nothing is counted, unless it exceeds a quick total and an exact one is
   * requested.
   */
  total?: number | undefined
}

/** The same with a count column, where counting costs little compared to reading: one statement does both. */
interface Counted<Row> {
  rowsWithTotal(total: Total): Rows<Row & { total: number }>
}

interface Parts<Row, Item> {
  db: QueryExecutorProvider
  /** All matches of every page: only the rows are counted, so it needs to select nothing. */
  matching: { limit(count: number): Expression<unknown> }
  /** Items a page. */
  limit: number
  /** How far the matching rows are counted. */
  counting: TotalKind | undefined
  /** The values of a page's last row for the cursor. */
  cursor(row: NoInfer<Row>): CursorValues
  item(row: NoInfer<Row>): Item
}

export type PageParts<Row, Item> = Parts<Row, Item> & (Alone<Row> | Counted<Row>)

/** Reads one page of a list and the total; one extra row shows whether another page follows. */
export async function readPage<Row, Item>(parts: PageParts<Row, Item>): Promise<Page<Item>> {
  const { limit } = parts
  const { found, total } =
    'rowsWithTotal' in parts ? await readWithTotal(parts) : await readBesideTotal(parts)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  const next = last ? encodeCursor(parts.cursor(last)) : null
  return page(shown.map(parts.item), { total, next, countedTo: countLimit(parts.counting) })
}

interface Found<Row> {
  found: Row[]
  total: number
}

async function readWithTotal<Row>(parts: Parts<Row, unknown> & Counted<Row>): Promise<Found<Row>> {
  const { limit } = parts
  const rows = parts.rowsWithTotal(totalOf(parts).as('total'))
  const found = await rows.limit(limit + 1).execute()
  // after the last page there is no row with the total
  return { found, total: found[0]?.total ?? (await countUpTo(parts)) }
}

/** Two concurrent statements. */
async function readBesideTotal<Row>(parts: Parts<Row, unknown> & Alone<Row>): Promise<Found<Row>> {
  const { rows, limit, mostlyAll = false, total: known } = parts
  const reading = rows.limit(limit + 1).execute()
  if (known !== undefined && (known <= QUICK_TOTAL || parts.counting === 'quick'))
    return { found: await reading, total: known }
  const counting = mostlyAll ? reading.then(({ length }) => (length > limit ? null : length)) : null
  const [found, total] = await Promise.all([
    reading,
    counting ? counting.then((all) => all ?? countUpTo(parts)) : countUpTo(parts),
  ])
  return { found, total }
}

type Matching = Pick<Parts<never, never>, 'db' | 'matching' | 'counting'>

/** Counts to one more than the limit, so that a search over millions stays cheap. */
const totalOf = ({ matching, counting }: Matching): RawBuilder<number> =>
  sql<number>`(select count(*) from ${matching.limit(countLimit(counting) + 1)} as counted)`

async function countUpTo(parts: Matching): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${totalOf(parts)} as total`.execute(parts.db)
  return rows[0]?.total ?? 0
}
