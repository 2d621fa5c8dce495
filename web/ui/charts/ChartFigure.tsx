import { type ReactElement, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'

export interface ChartTable {
  columns: readonly string[]
  /** The first cell names the row; `to` opens the records that the row counts. */
  rows: readonly { key: string; to?: string; cells: readonly ReactNode[] }[]
}

interface ChartFigureProps {
  /** Description of the chart, for screen readers. */
  label: string
  /** The same figures to read. */
  table: ChartTable
  /** The most important observation, in a sentence. */
  note?: ReactNode
  /** The picture can be focused and names its figures; otherwise it is hidden from screen readers, which get the table. */
  isReadable?: boolean
  children: ReactNode
}

/** A picture of figures that can be read as a table too. */
export function ChartFigure({ label, table, note, isReadable, children }: ChartFigureProps): ReactElement {
  const [asTable, setAsTable] = useState(false)
  return (
    <figure aria-label={label} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-start justify-between gap-2">
        {/* a narrow screen gives the note its own line */}
        <figcaption
          className={cx(
            'min-w-0 flex-1 text-ink-soft',
            note !== undefined && (isReadable ? 'basis-32' : 'basis-72'),
          )}
        >
          {note}
        </figcaption>
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={asTable}
          // its text is level with the note and with the edge of the chart
          className="-mt-1 -mr-2.5 ml-auto"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show as a chart' : 'Show as a table'}
          <span className="sr-only">: {label}</span>
        </Button>
      </div>
      {asTable ? (
        <ShownTable label={label} table={table} />
      ) : (
        <div aria-hidden={!isReadable || undefined} className={SCALED}>
          {children}
        </div>
      )}
      {!asTable && !isReadable && (
        <div className="sr-only">
          <FiguresTable label={label} table={table} />
        </div>
      )}
    </figure>
  )
}

/** Charts are rendered for the screen only; print scales them. */
const SCALED =
  'print:[&_.recharts-responsive-container]:h-auto! print:[&_.recharts-responsive-container>*]:static! print:[&_.recharts-responsive-container>*]:size-auto! print:[&_.recharts-responsive-container]:w-full! print:[&_.recharts-surface]:h-auto! print:[&_.recharts-surface]:w-full! print:[&_.recharts-wrapper]:h-auto! print:[&_.recharts-wrapper]:w-full!'
/** All of it on paper. */
const SCROLLING = 'max-h-80 overflow-auto print:max-h-none print:overflow-visible'

interface FiguresTableProps {
  label: string
  table: ChartTable
  /** Rows contain links; false where the table is hidden, so that no invisible element gets the focus. */
  links?: boolean
}

function ShownTable({ label, table }: FiguresTableProps): ReactElement {
  return (
    // it scrolls, so the keyboard has to reach it
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section tabIndex={0} aria-label={label} className={SCROLLING}>
      <FiguresTable label={label} table={table} links />
    </section>
  )
}

function FiguresTable({ label, table, links }: FiguresTableProps): ReactElement {
  return (
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
        {table.rows.map(({ key, to, cells: [first, ...others] }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-1 pr-3 font-normal">
              {links && to ? (
                <Link to={to} className="link underline">
                  {first}
                </Link>
              ) : (
                first
              )}
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
  )
}
