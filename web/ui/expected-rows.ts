import { readStored, writeStored } from '#web/lib/storage.ts'

/** Rows that a table reserves space for on its first load. */
const FIRST = 8
const MOST = 8

const keyOf = (table: string): string => `brokerline.rows.${table}`

/** How many rows a table will probably have: as many as last time, and never so few that it looks empty. */
export function expectedRows(table: string): number {
  const before = Number(readStored(keyOf(table)) ?? FIRST)
  return Number.isInteger(before) && before >= 1 ? Math.min(before, MOST) : FIRST
}

/** Keeps how many rows a table has, for the next time that it loads. */
export function noteRows(table: string, rows: number): void {
  const known = String(Math.max(1, Math.min(rows, MOST)))
  if (readStored(keyOf(table)) !== known) writeStored(keyOf(table), known)
}
