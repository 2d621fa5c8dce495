// Finds the header of a table and names its columns.

import { cutText } from '#contract/plain-text.ts'
import { UnreadableTable } from './unreadable-table.ts'

export interface TableRow {
  /** As a spreadsheet numbers rows: blank rows count. */
  row: number
  cells: string[]
}

const MAX_COLUMNS = 200
const SHOWN = 60

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

const countFilled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length

/**
 * The place of the header among the first rows with text: behind titles of one cell, as reports have them, if a row with
 * several cells follows.
 */
export function findHeader(first: readonly TableRow[]): number {
  const at = first.findIndex(({ cells }) => countFilled(cells) > 1)
  return Math.max(0, at)
}

/** A name for each column. @throws UnreadableTable for data in place of names, a name that appears twice, too many columns */
export function readHeader(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  const names = cells.slice(0, last + 1).map(columnName)
  if (names.length > MAX_COLUMNS) {
    throw new UnreadableTable(`The file has ${names.length} columns; at most ${MAX_COLUMNS} are read.`)
  }
  const data = names.find((name) => /@.+\.|^[+(]?\d[\d\s()-]{6,}$/.test(name))
  if (data) {
    throw new UnreadableTable(
      `The first row must name the columns, but it holds data ("${cutText(data, SHOWN)}"). Add a row with headers, e.g. Name, Phone, Email, and upload again.`,
    )
  }
  const seen = new Map<string, number>()
  names.forEach((name, index) => {
    const key = name.toLowerCase()
    const first = seen.get(key)
    if (name !== '' && first !== undefined) {
      throw new UnreadableTable(
        `The header "${name}" appears twice, in columns ${first + 1} and ${index + 1}. Rename one of them and upload again.`,
      )
    }
    seen.set(key, index)
  })
  return names.map((name, index) => name || nameFor(index, seen))
}

export const columnName = (cell: string): string =>
  cell
    .replaceAll(/[\ufeff\u200b]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

function nameFor(index: number, taken: ReadonlyMap<string, number>): string {
  let name = `Column ${index + 1}`
  while (taken.has(name.toLowerCase())) name += ' (no header)'
  return name
}
