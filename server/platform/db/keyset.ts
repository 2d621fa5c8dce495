import { setImmediate } from 'node:timers/promises'
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** What rows are sorted by, and how its value comes back from a cursor's text. */
export interface SortKey {
  by: Expression<unknown>
  type: 'timestamptz' | 'text' | 'int' | 'numeric'
}

/** Where a row stands: the text of what it is sorted by, and its id among those that are alike. */
export interface Position {
  position: string
  id: number
}

export interface KeysetOrder extends SortKey {
  descending: boolean
  /** The column of the rows' ids, e.g. 'calls.id'. */
  id: string
  /** Only rows behind this one; null: from the first. */
  after: Position | null
}

/** The rows in order, each with its position. */
export function inOrder<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { by, type, descending, id: column, after }: KeysetOrder,
): SelectQueryBuilder<DB, TB, O & { position: string }> {
  const direction = descending ? 'desc' : 'asc'
  const id = sql.ref(column)
  const rows = query
    .select(sql<string>`(${by})::text`.as('position'))
    .orderBy(by, direction)
    .orderBy(id, direction)
    // adding a column says no more than this
    .$castTo<O & { position: string }>()
  if (!after) return rows
  const than = sql.raw(descending ? '<' : '>')
  return rows.where(
    sql<SqlBool>`(${by}, ${id}) ${than} (${after.position}::${sql.raw(type)}, ${after.id}::int)`,
  )
}

const PAGE = 1000

/**
 * All rows in pages, so that an export of any size takes little memory.
 * @param read the rows behind a position, in order
 * @param pageSize rows that are read at once
 */
export async function* streamPages<Row extends Position>(
  read: (after: Position | null) => { limit(count: number): { execute(): Promise<Row[]> } },
  pageSize: number = PAGE,
): AsyncGenerator<Row[]> {
  const load = (after: Position | null): Promise<Row[]> => {
    const loading = read(after).limit(pageSize).execute()
    // whoever stops in the middle does not wait for it
    loading.catch(() => undefined)
    return loading
  }
  let next: Promise<Row[]> | null = load(null)
  while (next) {
    const rows: Row[] = await next
    const last = rows.at(-1)
    // the database reads the next page while this one is sent
    next = last && rows.length === pageSize ? load({ position: last.position, id: last.id }) : null
    // which leaves only when nothing else is to be done
    if (next) await setImmediate()
    yield rows
  }
}

/** As streamPages(), one by one. */
export async function* streamRows<Row extends Position>(
  ...from: Parameters<typeof streamPages<Row>>
): AsyncGenerator<Row> {
  for await (const rows of streamPages(...from)) yield* rows
}
