import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Stable name; 'actions' is the column of buttons at the end. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Sort value for client-side sorting. Without it the column cannot be sorted in the browser. */
  value?: (row: Row) => string | number | null | undefined
  /** Name for the server's `?sort=`; makes the column sortable where the table sorts on the server. */
  sort?: string
  align?: 'end'
  /** CSS width, e.g. '8rem'; columns without one share the rest. */
  width?: string
  /** Shown from 1024 px up, and in the phone's cards. */
  wide?: boolean
  /** Not shown until chosen in the column menu. */
  hidden?: boolean
  /** Always shown: not in the column menu. */
  always?: boolean
  /**
   * In the card on a phone: `title` heads the card, `plain` has no label, `none` is left out. Where a column is `second`,
   * each row has two lines: title and `aside`, then those that are `second`.
   */
  phone?: 'title' | 'plain' | 'none' | 'second' | 'aside'
  /** Wraps instead of being truncated. */
  wrap?: boolean
}

/** Order of rows: a column's `sort` (or id) and direction, '-' in front for descending. */
export interface Sort {
  name: string
  desc: boolean
}

export function parseSort(text: string | undefined): Sort | null {
  if (!text) return null
  return text.startsWith('-') ? { name: text.slice(1), desc: true } : { name: text, desc: false }
}

/** The order after a click on a heading: toggles ascending and descending. */
export function nextSort(current: string | undefined, name: string): string {
  const sort = parseSort(current)
  return sort?.name === name && !sort.desc ? `-${name}` : name
}

/** Sorts text by locale and numbers by size; missing values come last in either direction. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en-AU', { numeric: true, sensitivity: 'base' })
}

/** Columns that a narrow screen has no room for. */
export function widthClass<Row>(column: Column<Row>): string | undefined {
  return column.wide ? 'not-print:max-lg:hidden' : undefined
}
