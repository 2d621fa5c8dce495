import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { RowCheckbox } from './RowCheckbox.tsx'
import { type Column, parseSort, widthClass } from './table-columns.ts'
import type { Selection } from './use-selection.ts'
import type { TableRows } from './use-table-rows.ts'

/** Of the column with the boxes that select rows. */
export const SELECT_WIDTH = '2.75rem'

interface HeadCellProps<Row> {
  column: Column<Row>
  table: TableRows<Row>
  /** The column menu, in the head of the actions. */
  menu?: ReactNode
}

/** Too narrow for both the column menu and the heading. */
const isNarrow = ({ width }: Pick<Column<never>, 'width'>): boolean => Number.parseFloat(width ?? '') < 7

export function HeadCell<Row>({ column, table, menu }: HeadCellProps<Row>): ReactElement {
  const sort = parseSort(table.sort)
  const name = table.sortNameOf(column)
  const isSorted = name !== null && sort?.name === name
  const Arrow = isSorted ? (sort.desc ? ArrowDown : ArrowUp) : ChevronsUpDown
  const classes = cx(
    'sticky top-(--bl-top-bar) z-10 h-9 print:static border-b border-line bg-surface px-2 text-xs font-medium text-ink-soft first:pl-4 last:pr-4',
    column.align === 'end' ? 'text-right' : 'text-left',
    widthClass(column),
  )
  if (name === null) {
    return (
      <th scope="col" className={classes}>
        {column.id === 'actions' ? (
          <div
            className={cx(
              'flex items-center justify-end gap-1',
              menu !== undefined && menu !== false && '-mr-2',
            )}
          >
            <span className={menu && isNarrow(column) ? 'sr-only' : undefined}>{column.header}</span>
            {menu}
          </div>
        ) : (
          column.header
        )}
      </th>
    )
  }
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.desc ? 'descending' : 'ascending') : 'none'}
      className={classes}
    >
      <button
        type="button"
        onClick={() => table.sortBy(column)}
        className={cx(
          'group -mx-1 inline-flex h-6 max-w-full items-center gap-1 rounded px-1 font-medium hover:text-ink',
          // the arrow before the heading, so that heading and figures end at one edge
          column.align === 'end' && 'flex-row-reverse',
          isSorted && 'text-ink',
        )}
      >
        <span className="truncate">{column.header}</span>
        <Arrow
          aria-hidden
          strokeWidth={2}
          className={cx(
            'size-3 shrink-0',
            !isSorted && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
          )}
        />
      </button>
    </th>
  )
}

/** Selects all rows that are loaded. */
export function SelectionHead({ selection }: { selection: Selection }): ReactElement {
  return (
    <th
      scope="col"
      className="sticky top-(--bl-top-bar) z-10 h-9 border-b border-line bg-surface p-0 print:static"
    >
      <div className="-my-1">
        <RowCheckbox
          label="Select all rows that are loaded"
          checked={selection.loaded === 'all'}
          mixed={selection.loaded === 'some'}
          onToggle={selection.toggleLoaded}
        />
      </div>
    </th>
  )
}
