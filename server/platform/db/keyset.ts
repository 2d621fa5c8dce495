import { setImmediate } from 'node:timers/promises'
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** The sort expression, and the type to which its text in a cursor is cast. */
export interface SortKey {
  by: Expression<unknown>
  type: 'timestamptz' | 'text' | 'int' | 'numeric'
}

/** A row's position: the text of its sort value, and its id among equal values. */
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
    // the type only adds a column
    .$castTo<O & { position: string }>()
  if (!after) return rows
  const than = sql.raw(descending ? '<' : '>')
  return rows.where(
    sql<SqlBool>`(${by}, ${id}) ${than} (${after.position}::${sql.raw(type)}, ${after.id}::int)`,
  )
}

const PAGE = 1000

/**
 * Reads all rows in pages, so that an export of any size takes little memory.
 * @param read the rows after a position, in order
 * @param pageSize rows per query
 */
export async function* streamPages<Row extends Position>(
  read: (after: Position | null) => { limit(count: number): { execute(): Promise<Row[]> } },
  pageSize: number = PAGE,
): AsyncGenerator<Row[]> {
  const load = (after: Position | null): Promise<Row[]> => {
    const loading = read(after).limit(pageSize).execute()
    // a consumer that stops early does not await this page
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
