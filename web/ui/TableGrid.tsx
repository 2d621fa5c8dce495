import { useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual'
import { Fragment, type ReactElement, type ReactNode, useRef } from 'react'
import { GridRow } from './GridRow.tsx'
import { GroupRow, groupAt } from './TableGroups.tsx'
import { HeadCell, SELECT_WIDTH, SelectionHead } from './TableHead.tsx'
import { widthClass } from './table-columns.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useScrollMargin } from './use-scroll-margin.ts'
import type { Selection } from './use-selection.ts'
import { useSteady } from './use-steady.ts'
import type { TableRows } from './use-table-rows.ts'

export interface TableViewProps<Row> {
  id: string
  label: string
  table: TableRows<Row>
  onOpen: ((row: Row) => void) | undefined
  /** The action of opening a row, for screen readers: 'Open Ann Ng'. */
  openLabel: ((row: Row) => string) | undefined
  /** Rows can be selected. */
  selection: Selection | undefined
  selectedKey: string | null
  /** The group heading of a row; rows of one heading are consecutive. */
  groupOf: ((row: Row) => string) | undefined
  /** The column menu, where it is in the table head. */
  menu?: ReactNode
}

/** Less than a page, which would otherwise be rendered as a whole. */
const VIRTUAL_FROM = 40
const ROW_HEIGHT = 44
const GROUP_HEIGHT = 36

/** The table from 768 px up. */
export function TableGrid<Row>({
  id,
  label,
  table,
  onOpen,
  openLabel,
  selection,
  selectedKey,
  groupOf,
  menu,
}: TableViewProps<Row>): ReactElement {
  const { rows, columns } = table
  const toggle = useSteady(selection?.toggle)
  const span = columns.length + (selection ? 1 : 0)
  const group = (index: number): string | null => groupAt(rows, index, groupOf)
  const body = useRef<HTMLTableSectionElement>(null)
  const isVirtual = rows.length > VIRTUAL_FROM
  const scrollMargin = useScrollMargin(body, isVirtual)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    enabled: isVirtual,
    estimateSize: (index) => ROW_HEIGHT + (group(index) === null ? 0 : GROUP_HEIGHT),
    overscan: 8,
    scrollToFn: scrollWindow,
    scrollMargin,
    // otherwise no row renders before the window is measured, and then all of them together
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  })
  const keys = useRowKeys({
    container: body,
    count: rows.length,
    reveal: (index) => isVirtual && virtualizer.scrollToIndex(index, { align: 'auto' }),
    open: onOpen && ((index) => rows[index] && onOpen(rows[index].row)),
    toggle: selection && ((index) => rows[index] && selection.toggle(rows[index].key)),
  })
  const shown = isVirtual
    ? virtualizer.getVirtualItems().map((item) => item.index)
    : rows.map((_, index) => index)
  const first = virtualizer.getVirtualItems().at(0)
  const last = virtualizer.getVirtualItems().at(-1)
  const before = isVirtual && first ? first.start - scrollMargin : 0
  const after = isVirtual && last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0

  return (
    <table
      aria-label={label}
      aria-rowcount={isVirtual ? rows.length + 1 : undefined}
      className="w-full table-fixed border-separate border-spacing-0"
    >
      <colgroup>
        {selection && <col style={{ width: SELECT_WIDTH }} />}
        {columns.map((column) => (
          <col key={column.id} className={widthClass(column)} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={isVirtual ? 1 : undefined}>
          {selection && <SelectionHead selection={selection} />}
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} table={table} menu={menu} />
          ))}
        </tr>
      </thead>
      <tbody ref={body} data-rows onKeyDown={keys.onKeyDown}>
        <Spacer height={before} span={span} />
        {shown.map((index) => {
          const each = rows[index]
          if (!each) return null
          return (
            <Fragment key={each.key}>
              <GroupRow title={group(index)} span={span} />
              <GridRow
                list={id}
                id={each.key}
                row={each.row}
                index={index}
                columns={columns}
                isChecked={selection?.isSelected(each.key) ?? false}
                isActive={index === keys.active}
                isSelected={each.key === selectedKey}
                rowIndex={isVirtual ? index + 2 : undefined}
                onToggle={toggle}
                onOpen={onOpen}
                openLabel={openLabel}
                onFocus={keys.setActive}
              />
            </Fragment>
          )
        })}
        <Spacer height={after} span={span} />
      </tbody>
    </table>
  )
}

/** Skips a scroll to the present position: it would force a layout of the whole page. */
const scrollWindow: typeof windowScroll = (offset, options, virtualizer) => {
  if (offset !== virtualizer.scrollOffset || options.adjustments) windowScroll(offset, options, virtualizer)
}

/** Spacer for rows out of view. */
function Spacer({ height, span }: { height: number; span: number }): ReactElement | null {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  )
}
