import { type MouseEvent, memo, type ReactElement } from 'react'
import { cx } from './cx.ts'
import { RowCheckbox } from './RowCheckbox.tsx'
import { recordMark } from './shown-lists.ts'
import { type Column, widthClass } from './table-columns.ts'
import type { Selection } from './use-selection.ts'

interface GridRowProps<Row> {
  list: string
  /** Its key in the list. */
  id: string
  row: Row
  index: number
  columns: Column<Row>[]
  isChecked: boolean
  isActive: boolean
  isSelected: boolean
  rowIndex: number | undefined
  /** Where rows can be selected. */
  onToggle: Selection['toggle'] | undefined
  onOpen: ((row: Row) => void) | undefined
  openLabel: ((row: Row) => string) | undefined
  onFocus: (index: number) => void
}

/**
 * A row of the table from 768 px up. While calls run a list is refreshed every second: memoised, so that only changed
 * rows render.
 */
export const GridRow = memo(Row) as typeof Row

function Row<Item>(props: GridRowProps<Item>): ReactElement {
  const { id, row, columns, isChecked, onOpen, onToggle } = props
  const label = onOpen && props.openLabel?.(row)
  return (
    <tr
      data-row={props.index}
      data-record={recordMark(props.list, id)}
      tabIndex={props.isActive ? 0 : -1}
      aria-rowindex={props.rowIndex}
      aria-label={label}
      aria-selected={props.isSelected || undefined}
      onFocus={(event) => event.target === event.currentTarget && props.onFocus(props.index)}
      onClick={(event) => onOpen && !isOnControl(event) && onOpen(row)}
      className={cx(
        'group -outline-offset-2',
        props.isSelected || isChecked ? 'bg-selected' : 'hover:bg-hover',
        onOpen && 'cursor-pointer',
      )}
    >
      {onToggle && (
        <td className="h-11 border-b border-line p-0">
          <RowCheckbox
            label={selectLabel(props.openLabel?.(row))}
            checked={isChecked}
            onToggle={(range) => onToggle(id, { range })}
          />
        </td>
      )}
      {columns.map((column) => (
        <GridCell key={column.id} column={column} row={row} />
      ))}
    </tr>
  )
}

/** 'Open Ann Ng' as 'Select Ann Ng'. */
export const selectLabel = (open: string | undefined): string =>
  open?.replace(/^Open /, 'Select ') ?? 'Select'

/** A click on a link, button or field inside the row is meant for that; so is marking text. */
export function isOnControl(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target
  if (!(target instanceof Element)) return true
  // events of a portal (a dialog, a menu) bubble here through React, but the portal is not inside the row
  if (!event.currentTarget.contains(target)) return true
  if (target.closest('a, button, input, select, textarea, label, audio')) return true
  return Boolean(window.getSelection()?.toString())
}

function GridCell<Row>({ column, row }: { column: Column<Row>; row: Row }): ReactElement {
  const content = column.cell(row)
  const isActions = column.id === 'actions'
  return (
    <td
      className={cx(
        'h-11 border-b border-line px-2 py-1.5 first:pl-4 last:pr-4',
        column.align === 'end' && 'tabular text-right',
        widthClass(column),
      )}
    >
      {isActions ? (
        <div className="flex items-center justify-end gap-1">{content}</div>
      ) : (
        <div
          className={column.wrap ? 'break-words' : 'truncate'}
          title={typeof content === 'string' && !column.wrap ? content : undefined}
        >
          {content}
        </div>
      )}
    </td>
  )
}
