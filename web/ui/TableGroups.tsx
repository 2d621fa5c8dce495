import type { ReactElement } from 'react'
import type { TableRow } from './use-table-rows.ts'

/** The heading that starts at a row; null where the row before has the same one. */
export function groupAt<Row>(
  rows: readonly TableRow<Row>[],
  index: number,
  groupOf: ((row: Row) => string) | undefined,
): string | null {
  const [before, here] = [rows[index - 1], rows[index]]
  if (!groupOf || !here) return null
  const title = groupOf(here.row)
  return before && groupOf(before.row) === title ? null : title
}

/** The heading of a group, as a row of the table. */
export function GroupRow({ title, span }: { title: string | null; span: number }): ReactElement | null {
  if (title === null) return null
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={span}
        className="h-9 border-b border-line bg-canvas px-4 text-left text-xs font-semibold"
      >
        {title}
      </th>
    </tr>
  )
}
