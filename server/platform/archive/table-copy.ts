import pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** A table whose rows are copied; generated columns are computed again. */
export interface CopiedTable {
  name: string
  columns: string[]
}

/** The tables that migrations made, without partitions, in a fixed order. */
export async function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    group by relname order by relname`)
  return rows
}

const quoted = pg.escapeIdentifier

const columnList = ({ columns }: CopiedTable): string => columns.map((name) => quoted(name)).join(', ')

/** The rows in PostgreSQL's text format, which every version reads. */
export function copyOut(client: pg.ClientBase, table: CopiedTable): ReturnType<typeof to> {
  // a partitioned table can only be copied by a query
  return client.query(to(`copy (select ${columnList(table)} from public.${quoted(table.name)}) to stdout`))
}

/** Appends rows in that format. The stream must be ended. */
export function copyIn(client: pg.ClientBase, table: CopiedTable): ReturnType<typeof from> {
  return client.query(from(`copy public.${quoted(table.name)} (${columnList(table)}) from stdin`))
}

/** The last number that each sequence gave out; null: none, or this role may not know. */
export async function lastNumbers(client: pg.ClientBase): Promise<Record<string, number | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last === null ? null : Number(last)]))
}
