import { Fragment, type ReactElement, type ReactNode } from 'react'
import { ABSENT } from '#web/lib/format.ts'
import { cx } from './cx.ts'
import { selectLabel } from './GridRow.tsx'
import { JoinedFacts } from './JoinedFacts.tsx'
import { RowCheckbox } from './RowCheckbox.tsx'
import { recordMark } from './shown-lists.ts'
import type { TableViewProps } from './TableGrid.tsx'
import { groupAt } from './TableGroups.tsx'
import { type Column, type PhoneColumns, phoneColumns } from './table-columns.ts'

/** The table on a phone: the identifying values of a row in two lines; opening the row shows the rest. */
export function TableLines<Row>(props: TableViewProps<Row>): ReactElement {
  const { id, label, table, onOpen, openLabel, selection, selectedKey, groupOf } = props
  const columns = phoneColumns(table.columns, onOpen !== undefined)
  return (
    <ul aria-label={label}>
      {table.rows.map(({ key, row }, index) => (
        <Fragment key={key}>
          <GroupItem title={groupAt(table.rows, index, groupOf)} />
          <li
            className={cx(
              'relative flex flex-wrap items-center border-b border-line pr-4 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
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
            {onOpen ? (
              <button
                type="button"
                data-record={recordMark(id, key)}
                aria-label={openLabel?.(row)}
                onClick={() => onOpen(row)}
                className={cx(linesClass, 'text-left')}
              >
                <Lines columns={columns} row={row} opens />
              </button>
            ) : (
              <div className={cx(linesClass, linksClass)}>
                <Lines columns={columns} row={row} opens={false} />
              </div>
            )}
            {columns.actions && (
              // on a line of their own where they would leave too little width for the lines above
              <span className="ml-auto flex shrink-0 items-center gap-1 py-1 pl-2 empty:hidden has-[[data-square]:last-child]:-mr-2.5">
                {columns.actions.cell(row)}
              </span>
            )}
          </li>
        </Fragment>
      ))}
    </ul>
  )
}

const linesClass = 'flex min-h-16 min-w-0 flex-1 basis-48 flex-col justify-center gap-y-0.5 py-2'
/** Touch targets for links in rows that do not open. */
const linksClass =
  'pointer-coarse:[&_a]:inline-flex pointer-coarse:[&_a]:min-h-11 pointer-coarse:[&_a]:items-center'

interface LinesProps<Row> {
  columns: PhoneColumns<Row>
  row: Row
  /** Otherwise everything wraps, because no other screen shows the rest. */
  opens: boolean
}

function Lines<Row>({ columns, row, opens }: LinesProps<Row>): ReactElement {
  const { title, aside, second } = columns
  const shown = second
    .map((column) => ({ column, content: contentOf(column, row) }))
    .filter(({ content }) => !isNothing(content))
  const lines = shown.filter(({ column }) => column.phone === 'line').map(({ content }) => content)
  const facts = shown
    .filter(({ column }) => column.phone !== 'line')
    .map(({ column, content }) => ({
      id: column.id,
      label: column.header,
      isLabelled: column.phone !== 'second',
      content,
    }))
  return (
    <>
      <span className="flex w-full items-center justify-between gap-2">
        <span className={cx('min-w-0 font-medium', opens ? 'truncate' : 'break-words')}>
          {title && contentOf(title, row)}
        </span>
        {aside && <span className="max-w-3/5 shrink-0 text-xs">{contentOf(aside, row)}</span>}
      </span>
      {lines.map((content, index) => (
        // lines keep their places
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index} className={cx('w-full min-w-0 text-xs break-words', !opens && '[&_a]:underline')}>
          {content}
        </span>
      ))}
      <JoinedFacts facts={facts} underlined={!opens} />
    </>
  )
}

const contentOf = <Row,>(column: Column<Row>, row: Row): ReactNode => (column.onPhone ?? column.cell)(row)

const isNothing = (content: ReactNode): boolean =>
  content === null || content === undefined || content === false || content === '' || content === ABSENT

function GroupItem({ title }: { title: string | null }): ReactElement | null {
  if (title === null) return null
  return <li className="border-b border-line bg-canvas px-4 py-2 text-xs font-semibold">{title}</li>
}
