import type { ReactElement } from 'react'
import { useDelayed } from '#web/lib/use-delayed.ts'
import { cx } from './cx.ts'
import { Skeleton } from './Skeleton.tsx'
import { HeadCell, SELECT_WIDTH } from './TableHead.tsx'
import { widthClass } from './table-columns.ts'
import type { TableRows } from './use-table-rows.ts'

const ROWS = [70, 55, 80, 60, 75, 50, 65, 58]

interface TableSkeletonProps<Row> {
  label: string
  table: TableRows<Row>
  /** Read out; the specification's text. */
  text: string
  isPhone: boolean
  /** Number of rows to reserve space for. */
  expected: number
  /** Reserves space for the selection boxes, too. */
  isSelectable: boolean
}

/** The table while its rows load: the headings immediately, placeholder rows after a delay in the reserved space. */
export function TableSkeleton<Row>(props: TableSkeletonProps<Row>): ReactElement {
  const { label, table, text, isPhone, expected, isSelectable } = props
  const late = useDelayed(true)
  return (
    <>
      <p role="status" className="sr-only">
        {late && text}
      </p>
      {isPhone ? (
        <LinesSkeleton isShown={late} rows={expected} />
      ) : (
        <LoadingGrid {...{ label, table, isSelectable }} rows={ROWS.slice(0, expected)} isShown={late} />
      )}
    </>
  )
}

/** The table's headings where they stay, and rows of their height. */
function LoadingGrid<Row>({
  label,
  table,
  isSelectable,
  rows,
  isShown,
}: Pick<TableSkeletonProps<Row>, 'label' | 'table' | 'isSelectable'> & {
  rows: readonly number[]
  isShown: boolean
}): ReactElement {
  return (
    <table aria-label={label} aria-busy className="w-full table-fixed border-separate border-spacing-0">
      <colgroup>
        {isSelectable && <col style={{ width: SELECT_WIDTH }} />}
        {table.columns.map((column) => (
          <col key={column.id} className={widthClass(column)} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {isSelectable && <td className="h-9 border-b border-line" />}
          {table.columns.map((column) => (
            <HeadCell key={column.id} column={column} table={table} />
          ))}
        </tr>
      </thead>
      <tbody aria-hidden className={isShown ? undefined : 'invisible'}>
        {rows.map((width, row) => (
          <tr key={width}>
            {isSelectable && <td className="border-b border-line" />}
            {table.columns.map((column, index) => (
              <td
                key={column.id}
                className={cx('h-11 border-b border-line px-2 first:pl-4 last:pr-4', widthClass(column))}
              >
                <Skeleton
                  className={cx('h-3.5', (column.align === 'end' || column.id === 'actions') && 'ml-auto')}
                  style={{ width: `${((width + index * 13 + row * 7) % 45) + 40}%` }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A phone's rows of two lines. */
function LinesSkeleton({ isShown, rows }: { isShown: boolean; rows: number }): ReactElement {
  return (
    <div aria-hidden className={isShown ? undefined : 'invisible'}>
      {ROWS.slice(0, rows).map((width) => (
        <div
          key={width}
          className="flex min-h-16 flex-col justify-center gap-2.5 border-b border-line px-4 py-2"
        >
          <Skeleton className="h-4" style={{ width: `${width}%` }} />
          <Skeleton className="h-3" style={{ width: `${100 - width / 2}%` }} />
        </div>
      ))}
    </div>
  )
}
