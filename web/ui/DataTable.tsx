import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Total } from '#web/api/call.ts'
import { type MorePages, noMorePages } from '#web/api/use-read.ts'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from './Button.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { expectedRows, noteRows } from './expected-rows.ts'
import { NewRows } from './NewRows.tsx'
import { Pager } from './Pager.tsx'
import { useShowList } from './shown-lists.ts'
import { TableGrid } from './TableGrid.tsx'
import { TableLines } from './TableLines.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { type Column, choosable, withMenuPlace } from './table-columns.ts'
import { useDrawnLater } from './use-drawn-later.ts'
import { useHeldRows } from './use-held-rows.ts'
import type { Selection } from './use-selection.ts'
import { useSteady } from './use-steady.ts'
import { type TableRows, useTableRows } from './use-table-rows.ts'

export interface DataTableProps<Row extends object> {
  /** Unique on its page: key of the stored column choice, and used by panels to find neighbouring rows. */
  id: string
  /** Accessible name of the table. */
  label: string
  /** Plural noun of the rows, for counts: 'brokers'. */
  noun: string
  /** Must be a constant or memoised. */
  columns: readonly Column<Row>[]
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  loadingText: string
  error?: unknown
  onRetry?: () => void
  /** Shown if there are no rows and no filters. */
  empty: ReactNode
  /** True if filters are set: an empty table then offers to clear them. */
  isFiltered?: boolean
  onClearFilters?: () => void
  /** The server's order ('-createdAt') and its change handler; without these the browser sorts. */
  sort?: string
  onSort?: (sort: string) => void
  /** Opens a row: a click anywhere on it, or Enter. */
  onOpen?: (row: Row) => void
  openLabel?: (row: Row) => string
  /** The group heading of a row, such as its day; the rows are sorted by it. */
  groupOf?: (row: Row) => string
  /** Key of the row shown in the panel. */
  selectedKey?: string | number | null
  /** Search and filters, at the left above the table. */
  toolbar?: ReactNode
  total?: Total
  /** Left out where all rows arrived in one response. */
  more?: MorePages
  /** Rows shown first of a list that arrived in one response, where other panels follow. */
  firstRows?: number
  /** Rows can be selected: the result of `useSelection`. */
  selection?: Selection
  /** New rows are loading after a filter change: the previous rows are faded. */
  isRefreshing?: boolean
  /**
   * Key of the query that the rows answer. With it, rows that other users add stay hidden until the user requests them.
   */
  question?: string
}

const NO_ROWS: readonly never[] = []

/**
 * The table of every list: sorting, column choice, keyboard navigation, virtual scrolling of long lists, and two
 * lines a row on a phone. Spread a `useList` result with `listProps(list)`.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactElement {
  const isPhone = useMediaQuery(PHONE)
  const [isWhole, setWhole] = useState(false)
  const { firstRows = Number.POSITIVE_INFINITY } = props
  const isCut = !isWhole && (props.rows?.length ?? 0) > firstRows
  const more = isCut
    ? { ...noMorePages, hasMore: true, loadMore: () => setWhole(true) }
    : (props.more ?? noMorePages)
  const held = useHeldRows({
    rows: props.rows,
    rowKey: props.rowKey,
    question: props.question,
    isRefreshing: props.isRefreshing ?? false,
    hasMore: more.hasMore,
  })
  const rows = useDrawnLater(held.rows, undefined)
  const onOpen = useSteady(props.onOpen)
  const openLabel = useSteady(props.openLabel)
  const found = useTableRows({
    id: props.id,
    columns: props.columns,
    rows: rows ?? NO_ROWS,
    rowKey: props.rowKey,
    sort: props.sort,
    onSort: props.onSort,
  })
  // without a toolbar the column menu is in the table head
  const isInHead = !props.toolbar && !isPhone && choosable(props.columns).length > 0
  const columns = useMemo(
    () => (isInHead ? withMenuPlace(found.columns) : found.columns),
    [isInHead, found.columns],
  )
  const shown = useMemo(
    () => (isCut ? found.rows.slice(0, firstRows) : found.rows),
    [found.rows, isCut, firstRows],
  )
  const table = { ...found, columns, rows: shown }
  const total = props.total === undefined ? found.rows.length : props.total
  useShowList(props.id, {
    keys: useMemo(() => table.rows.map(({ key }) => key), [table.rows]),
    total,
    more,
  })
  const { id, isFiltered } = props
  const count = rows?.length
  useEffect(() => {
    if (count !== undefined && !isFiltered) noteRows(id, count)
  }, [id, count, isFiltered])
  const View = isPhone ? TableLines : TableGrid
  const hasRows = table.rows.length > 0
  const menu = <ColumnMenu columns={props.columns} choice={table.choice} />
  return (
    <div ref={held.ref}>
      {props.toolbar && (
        <div className="flex flex-wrap items-center justify-end gap-2 border-line px-4 py-2 max-md:border-b">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">{props.toolbar}</div>
          {/* mounted until rows are rendered, which is deferred: an unmount in between would close the menu */}
          {(hasRows || rows === undefined) && menu}
        </div>
      )}
      {hasRows && (
        <div className={props.isRefreshing ? 'opacity-60 transition-opacity' : undefined}>
          <NewRows noun={props.noun} waiting={held.waiting} isLeast={held.isLeast} onShow={held.showAll} />
          <View
            id={props.id}
            label={props.label}
            table={table}
            onOpen={onOpen}
            openLabel={openLabel}
            selection={props.selection}
            groupOf={props.groupOf}
            menu={isInHead && menu}
            selectedKey={props.selectedKey == null ? null : String(props.selectedKey)}
          />
          <Pager noun={props.noun} shown={table.rows.length} total={total} more={more} />
        </div>
      )}
      {!hasRows && <NoRows {...props} rows={rows} table={table} isPhone={isPhone} />}
    </div>
  )
}

/** Shown instead of rows. */
function NoRows<Row extends object>(
  props: DataTableProps<Row> & { table: TableRows<Row>; isPhone: boolean },
): ReactElement {
  if (props.error) {
    const retry = props.onRetry ? { onRetry: props.onRetry } : {}
    return <ErrorState title={`The ${props.noun} could not be loaded.`} error={props.error} {...retry} />
  }
  if (props.rows === undefined) {
    const { id, label, table, isPhone, loadingText } = props
    const [expected, isSelectable] = [expectedRows(id), props.selection !== undefined]
    return <TableSkeleton {...{ label, table, isPhone, expected, isSelectable }} text={loadingText} />
  }
  if (props.isFiltered) {
    return (
      <EmptyState
        title={`No ${props.noun} match these filters`}
        action={props.onClearFilters && <Button onClick={props.onClearFilters}>Clear filters</Button>}
      />
    )
  }
  return <>{props.empty}</>
}

interface ListLike<Row> extends MorePages {
  items: Row[] | undefined
  question: string
  total: Total
  error: Error | null
  isRefreshing: boolean
  retry: () => void
}

/** Turns the result of `useList` into the props of DataTable. */
export function listProps<Row extends object>(list: ListLike<Row>) {
  return {
    rows: list.items,
    question: list.question,
    total: list.items ? list.total : undefined,
    error: list.error,
    isRefreshing: list.isRefreshing,
    more: list,
    onRetry: list.retry,
  } satisfies Partial<DataTableProps<Row>>
}

interface ReadLike<Row> {
  data: readonly Row[] | undefined
  error: Error | null
  refetch: () => unknown
}

/** Turns the result of `useRead` into the props of DataTable: loaded rows stay when a later fetch fails. */
export function readProps<Row extends object>({ data, error, refetch }: ReadLike<Row>) {
  return {
    rows: data,
    error: data ? null : error,
    onRetry: () => void refetch(),
  } satisfies Partial<DataTableProps<Row>>
}
