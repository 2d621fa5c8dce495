import { Fragment, type ReactElement } from 'react'
import { cx } from './cx.ts'
import { recordMark } from './shown-lists.ts'
import { groupAt, isOnControl, type TableViewProps } from './TableGrid.tsx'
import type { Column } from './table-columns.ts'

/** The table on a phone: one card per row with all columns. */
export function TableCards<Row>({
  id,
  label,
  table,
  onOpen,
  openLabel,
  selectedKey,
  groupOf,
}: TableViewProps<Row>): ReactElement {
  const title = table.columns.find((column) => column.phone === 'title') ?? table.columns[0]
  const actions = table.columns.find((column) => column.id === 'actions')
  const lines = table.columns.filter(
    (column) => column !== title && column !== actions && column.phone !== 'none',
  )
  return (
    <ul aria-label={label} className="border-t border-line">
      {table.rows.map(({ key, row }, index) => (
        <Fragment key={key}>
          <GroupItem title={groupAt(table.rows, index, groupOf)} />
          <li
            className={cx(
              'relative border-b border-line px-4 py-3 [contain-intrinsic-size:auto_15rem] [content-visibility:auto]',
              key === selectedKey && 'bg-selected',
            )}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside the title does the same by keyboard */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
            <div onClick={(event) => onOpen && !isOnControl(event) && onOpen(row)}>
              <div className="font-medium">
                {onOpen ? (
                  <button
                    type="button"
                    data-record={recordMark(id, key)}
                    aria-label={openLabel?.(row)}
                    onClick={() => onOpen(row)}
                    className="-my-1.5 min-h-11 w-full py-1.5 text-left"
                  >
                    {title?.cell(row)}
                  </button>
                ) : (
                  title?.cell(row)
                )}
              </div>
              <dl className="mt-1 flex flex-col gap-1">
                {lines.map((column) => (
                  <Line key={column.id} column={column} row={row} />
                ))}
              </dl>
            </div>
            {actions && <div className="mt-2 flex flex-wrap items-center gap-2">{actions.cell(row)}</div>}
          </li>
        </Fragment>
      ))}
    </ul>
  )
}

function GroupItem({ title }: { title: string | null }): ReactElement | null {
  if (title === null) return null
  return <li className="border-b border-line bg-canvas px-4 py-2 text-xs font-semibold">{title}</li>
}

function Line<Row>({ column, row }: { column: Column<Row>; row: Row }): ReactElement {
  const isPlain = column.phone === 'plain'
  return (
    <div className="flex min-w-0 items-baseline justify-between gap-4">
      <dt className={isPlain ? 'sr-only' : 'shrink-0 text-xs text-ink-soft'}>{column.header}</dt>
      <dd className={cx('min-w-0 break-words', isPlain ? 'text-ink-soft' : 'text-right')}>
        {column.cell(row)}
      </dd>
    </div>
  )
}
