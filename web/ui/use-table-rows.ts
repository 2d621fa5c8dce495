import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { type Column, compareValues, nextSort, parseSort } from './table-columns.ts'
import { useColumnChoice } from './use-column-choice.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

interface TableRowsInput<Row> {
  id: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

export interface TableRow<Row> {
  key: string
  row: Row
}

export interface TableRows<Row> {
  rows: TableRow<Row>[]
  columns: Column<Row>[]
  sort: string | undefined
  sortNameOf: (column: Column<Row>) => string | null
  sortBy: (column: Column<Row>) => void
  choice: ReturnType<typeof useColumnChoice>
}

/** Sorted rows and chosen columns. With `onSort` the server sorts, otherwise the browser. */
export function useTableRows<Row extends object>(input: TableRowsInput<Row>): TableRows<Row> {
  const { columns, rowKey, onSort } = input
  const choice = useColumnChoice(input.id, columns)
  const [localSort, setLocalSort] = useState<string | undefined>(undefined)
  const sort = onSort ? input.sort : localSort
  const sorting = useMemo(() => {
    const parsed = onSort ? null : parseSort(localSort)
    return parsed ? [{ id: parsed.name, desc: parsed.desc }] : []
  }, [onSort, localSort])
  const defs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: (row: Row) => column.value?.(row) ?? undefined,
        sortUndefined: 'last' as const,
        sortFn: (a: { getValue: (id: string) => unknown }, b: typeof a, id: string) =>
          compareValues(a.getValue(id), b.getValue(id)),
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: defs,
    data: input.rows,
    getRowId: (row) => String(rowKey(row)),
    manualSorting: Boolean(onSort),
    state: { sorting, columnVisibility: choice.visibility },
  })
  const sortNameOf = (column: Column<Row>): string | null => {
    if (onSort) return column.sort ?? null
    return column.value ? column.id : null
  }
  const visible = useMemo(
    () => columns.filter((column) => choice.visibility[column.id] ?? true),
    [columns, choice.visibility],
  )
  const model = table.getRowModel().rows
  const rows = useMemo(() => model.map((row) => ({ key: row.id, row: row.original })), [model])
  return {
    rows,
    columns: visible,
    sort,
    sortNameOf,
    sortBy: (column) => {
      const name = sortNameOf(column)
      if (name === null) return
      const next = nextSort(sort, name)
      if (onSort) onSort(next)
      else setLocalSort(next)
    },
    choice,
  }
}
