import { Fragment, type ReactElement } from 'react'
import { cx } from './cx.ts'
import { RowCheckbox } from './RowCheckbox.tsx'
import { recordMark } from './shown-lists.ts'
import { isOnControl, selectLabel, type TableViewProps } from './TableGrid.tsx'
import { groupAt } from './TableGroups.tsx'
import type { Column } from './table-columns.ts'

/** The table on a phone: two lines per row where columns say which, else one card per row with all columns. */
export function TableCards<Row>({
  id,
  label,
  table,
  onOpen,
  openLabel,
  selection,
  selectedKey,
  groupOf,
}: TableViewProps<Row>): ReactElement {
  const title = table.columns.find((column) => column.phone === 'title') ?? table.columns[0]
  const actions = table.columns.find((column) => column.id === 'actions')
  const lines = table.columns.filter(
    (column) => column !== title && column !== actions && column.phone !== 'none',
  )
  const second = table.columns.filter((column) => column.phone === 'second')
  if (second.length > 0) {
    const aside = table.columns.find((column) => column.phone === 'aside')
    const shared = { id, table, onOpen, openLabel, selection, selectedKey }
    return (
      <TwoLines {...shared} label={label} title={title} aside={aside} second={second} actions={actions} />
    )
  }
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

interface TwoLinesProps<Row> extends Omit<TableViewProps<Row>, 'groupOf'> {
  title: Column<Row> | undefined
  /** At the right of the title. */
  aside: Column<Row> | undefined
  /** Joined by dots below it; the first gives way where there is no room for all. */
  second: Column<Row>[]
  actions: Column<Row> | undefined
}

/** What a person looks a row up by; the rest is a tap away. */
function TwoLines<Row>(props: TwoLinesProps<Row>): ReactElement {
  const { id, label, table, onOpen, openLabel, selection, selectedKey } = props
  const { title, aside, second, actions } = props
  return (
    <ul aria-label={label} className="border-t border-line">
      {table.rows.map(({ key, row }) => (
        <li
          key={key}
          className={cx(
            'relative flex items-center border-b border-line [contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
            selection ? 'pl-1' : 'pl-4',
            (key === selectedKey || selection?.isSelected(key)) && 'bg-selected',
          )}
        >
          {selection && (
            <RowCheckbox
              label={selectLabel(openLabel?.(row))}
              checked={selection.isSelected(key)}
              onToggle={() => selection.toggle(key)}
            />
          )}
          <button
            type="button"
            data-record={recordMark(id, key)}
            aria-label={openLabel?.(row)}
            disabled={!onOpen}
            onClick={() => onOpen?.(row)}
            className="flex min-h-16 min-w-0 flex-1 flex-col justify-center py-2 pr-1 text-left"
          >
            <span className="flex w-full items-center justify-between gap-2">
              <span className="min-w-0 truncate font-medium">{title?.cell(row)}</span>
              {aside && <span className="shrink-0 text-xs">{aside.cell(row)}</span>}
            </span>
            <span className="flex w-full min-w-0 items-center gap-x-1.5 text-xs text-ink-soft">
              {second.map((column, index) => (
                <span key={column.id} className={cx('flex gap-x-1.5', index === 0 ? 'min-w-0' : 'shrink-0')}>
                  {index > 0 && <span aria-hidden>·</span>}
                  <span className="sr-only">{column.header} </span>
                  <span className="truncate">{column.cell(row)}</span>
                </span>
              ))}
            </span>
          </button>
          {actions && <span className="shrink-0 pr-1">{actions.cell(row)}</span>}
        </li>
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
