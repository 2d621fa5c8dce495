import { type ReactElement, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'

export interface ChartTable {
  columns: readonly string[]
  /** The first cell names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

interface ChartFigureProps {
  /** What is shown, for those who do not see it. */
  label: string
  /** The same figures to read. */
  table: ChartTable
  /** What stands out, in a sentence. */
  note?: ReactNode
  /** The picture; hidden from screen readers, who get the table. */
  children: ReactNode
}

/** A picture of figures that can be read as a table too. */
export function ChartFigure({ label, table, note, children }: ChartFigureProps): ReactElement {
  const [asTable, setAsTable] = useState(false)
  return (
    <figure aria-label={label} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-start justify-between gap-2">
        <figcaption className="min-w-0 flex-1 text-ink-soft">{note}</figcaption>
        <Button size="sm" variant="ghost" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as a chart' : 'Show as a table'}
          <span className="sr-only">: {label}</span>
        </Button>
      </div>
      {asTable ? <FiguresTable label={label} table={table} /> : <div aria-hidden>{children}</div>}
      {!asTable && (
        <div className="sr-only">
          <FiguresTable label={label} table={table} />
        </div>
      )}
    </figure>
  )
}

function FiguresTable({ label, table }: { label: string; table: ChartTable }): ReactElement {
  return (
    // it scrolls, so the keyboard has to reach it
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section tabIndex={0} aria-label={label} className="max-h-80 overflow-auto">
      <table className="w-full text-left">
        <caption className="sr-only">{label}</caption>
        <thead className="text-xs text-ink-soft">
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col" className="py-1 pr-3 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="py-1 pr-3 font-normal">
                {first}
              </th>
              {others.map((cell, at) => (
                // cells keep their places
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={at} className="py-1 pr-3 tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
