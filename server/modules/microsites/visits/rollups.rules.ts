// Decides which rollups a visit belongs to, and which rollups cover a period.

import { addDays, daysBetween } from '#contract/calendar.ts'
import type { Tags } from './visits.rules.ts'

/** Days per rollup. Each longer span consists of whole shorter ones. */
export const spans = [1, 7, 28] as const
export type Span = (typeof spans)[number]

/** The Monday that spans are counted from. */
const ORIGIN = '1970-01-05'

export const dimensions = ['source', 'medium', 'campaign', 'content', 'term', 'broker'] as const
export type Dimension = (typeof dimensions)[number]

export interface Cell {
  /** Null for all microsites together. */
  micrositeId: number | null
  dimension: Dimension | 'total'
  days: Span
  start: string
  /** Empty when the link carried none. */
  value: string
  visits: number
}

export interface Tagged extends Tags {
  micrositeId: number
  day: string
  brokerId: number | null
}

/** The first day of the span that contains a day. */
export function spanStart(days: Span, day: string): string {
  const offset = daysBetween(ORIGIN, day)
  return addDays(ORIGIN, Math.floor(offset / days) * days)
}

export function valueIn(visit: Tagged, dimension: Dimension): string {
  if (dimension === 'broker') return visit.brokerId === null ? '' : String(visit.brokerId)
  return visit[dimension] ?? ''
}

/** The amounts that visits add to the rollups, in a fixed order for all processes. */
export function cellsOf(visits: readonly Tagged[]): Cell[] {
  const sums = new Sums()
  for (const visit of visits) {
    sums.add(visit, 'total', '', 1)
    for (const dimension of dimensions) sums.add(visit, dimension, valueIn(visit, dimension), 1)
  }
  return sums.cells()
}

/** The changes when visits move to another broker, or to none. */
export function cellsOfMovedVisits(
  brokerId: number,
  into: number | null,
  visits: readonly { micrositeId: number; day: string; visits: number }[],
): Cell[] {
  const sums = new Sums()
  for (const visit of visits) {
    sums.add(visit, 'broker', String(brokerId), -visit.visits)
    sums.add(visit, 'broker', into === null ? '' : String(into), visit.visits)
  }
  return sums.cells()
}

class Sums {
  readonly #cells = new Map<string, Cell>()

  add(
    { micrositeId, day }: { micrositeId: number; day: string },
    dimension: Cell['dimension'],
    value: string,
    visits: number,
  ): void {
    // totals are only read by day
    for (const days of dimension === 'total' ? ([1] as const) : spans) {
      const start = spanStart(days, day)
      for (const id of [micrositeId, null]) {
        const key = `${id} ${dimension} ${days} ${start} ${value}`
        const cell = this.#cells.get(key)
        if (cell) cell.visits += visits
        else this.#cells.set(key, { micrositeId: id, dimension, days, start, value, visits })
      }
    }
  }

  cells(): Cell[] {
    return [...this.#cells.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell)
  }
}

export interface Range {
  days: Span
  /** First days of the first and the last span. */
  from: string
  to: string
}

/** The fewest spans that cover a period exactly. @param to last day, inclusive */
export function cover(from: string, to: string): Range[] {
  return covered(from, addDays(to, 1), spans.length - 1)
}

/** @param end the day after the last day */
function covered(from: string, end: string, level: number): Range[] {
  const days = spans[level]
  if (days === undefined || from >= end) return []
  const first = from === spanStart(days, from) ? from : addDays(spanStart(days, from), days)
  const last = spanStart(days, end)
  if (first >= last) return covered(from, end, level - 1)
  return [
    ...covered(from, first, level - 1),
    { days, from: first, to: addDays(last, -days) },
    ...covered(last, end, level - 1),
  ]
}
