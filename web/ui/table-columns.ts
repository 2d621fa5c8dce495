import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Stable name; 'actions' is the column of buttons at the end. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Sort value for client-side sorting. Without it the column cannot be sorted in the browser. */
  value?: (row: Row) => string | number | null | undefined
  /** Name for the server's `?sort=`; makes the column sortable where the server sorts. */
  sort?: string
  /** Figures: heading and cells end at the right edge. */
  align?: 'end'
  /** CSS width, e.g. '8rem'; columns without one share the rest. */
  width?: string
  /** Shown from 1024 px up, and on a phone. */
  wide?: boolean
  /** Not shown until chosen in the column menu. */
  hidden?: boolean
  /** Always shown: not in the column menu. */
  always?: boolean
  /**
   * On a phone each row has two lines: `title` and `aside`, and below them those that are `second`, or `labelled` with their
   * heading; `line` has a line of its own between them. The others are left out, except where a row does not open; `none` is
   * left out there too.
   */
  phone?: 'title' | 'aside' | 'line' | 'second' | 'labelled' | 'none'
  /** The cell's content on a phone; null hides it. */
  onPhone?: (row: Row) => ReactNode
  /** Wraps instead of being truncated. */
  wrap?: boolean
}

/** A row's two lines on a phone. */
export interface PhoneColumns<Row> {
  title: Column<Row> | undefined
  /** At the right of the title. */
  aside: Column<Row> | undefined
  /** Below it: lines of their own, then facts joined by dots. */
  second: Column<Row>[]
  actions: Column<Row> | undefined
}

/** @param opens whether opening a row shows the columns that the lines leave out */
export function phoneColumns<Row>(columns: readonly Column<Row>[], opens: boolean): PhoneColumns<Row> {
  const title = columns.find(({ phone }) => phone === 'title') ?? columns[0]
  const aside = columns.find(({ phone }) => phone === 'aside')
  const actions = columns.find(({ id }) => id === 'actions')
  const others = columns.filter(
    (column) => ![title, aside, actions].includes(column) && column.phone !== 'none',
  )
  const chosen = others.filter(({ phone }) => phone !== undefined)
  return {
    title,
    aside,
    second: opens && chosen.length > 0 ? chosen : others,
    actions: actions?.phone === 'none' ? undefined : actions,
  }
}

/** Columns that the column menu offers. */
export function choosable<Row extends Pick<Column<never>, 'id' | 'header' | 'always'>>(
  columns: readonly Row[],
): Row[] {
  return columns.filter((column) => !column.always && column.id !== 'actions')
}

/** Reserves space for the column menu at the right end of the head: above the actions, or in a separate column. */
export function withMenuPlace<Row>(columns: Column<Row>[]): Column<Row>[] {
  if (columns.some(({ id }) => id === 'actions')) return columns
  return [...columns, { id: 'actions', header: 'Columns', cell: () => null, width: '3rem' }]
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

/** Compares text by locale and numbers by size. The table sorts missing values last (sortUndefined). */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en-AU', { numeric: true, sensitivity: 'base' })
}

/** Columns that are hidden on narrow screens. */
export function widthClass<Row>(column: Column<Row>): string | undefined {
  return column.wide ? 'not-print:max-lg:hidden' : undefined
}
