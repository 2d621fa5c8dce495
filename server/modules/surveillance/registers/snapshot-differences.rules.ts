// Compares a new file with the current rows: which are unchanged, changed, new and removed.

import { createHash } from 'node:crypto'
import { numberText } from '#contract/number-text.ts'
import { type Register, registerTerms } from '#contract/surveillance/registers.ts'
import type { RegisterRow } from './register-files.rules.ts'

export interface CurrentRow {
  id: number
  key: string
  fingerprint: string
}

export interface Differences {
  /** Ids of rows whose present version ends: removed, or replaced by another version. */
  ended: number[]
  /** Of them, the ids of rows that the file no longer has. */
  gone: number[]
  /** New, and new versions of what changed. */
  fresh: (RegisterRow & { fingerprint: string })[]
  /** Of the fresh rows, those without a former version. */
  addedRows: RegisterRow[]
  added: number
  changed: number
  removed: number
}

/** A hash of all cells of the row. */
export const fingerprintOf = ({ cells }: Pick<RegisterRow, 'cells'>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.values(cells)))
    .digest('base64url')
    .slice(0, 22)

export function differencesOf(current: readonly CurrentRow[], incoming: readonly RegisterRow[]): Differences {
  const before = new Map(current.map((row) => [row.key, row]))
  const result: Differences = {
    ended: [],
    gone: [],
    fresh: [],
    addedRows: [],
    added: 0,
    changed: 0,
    removed: 0,
  }
  for (const row of incoming) {
    const known = before.get(row.key)
    before.delete(row.key)
    const fingerprint = fingerprintOf(row)
    if (known?.fingerprint === fingerprint) continue
    result.fresh.push({ ...row, fingerprint })
    if (known) {
      result.ended.push(known.id)
      result.changed++
    } else {
      result.added++
      result.addedRows.push(row)
    }
  }
  result.removed = before.size
  for (const { id } of before.values()) {
    result.ended.push(id)
    result.gone.push(id)
  }
  return result
}

/** The differences without the rows that stay in force although the file has them in a form that cannot be read. */
export function keepRows(differences: Differences, kept: readonly number[]): Differences {
  if (kept.length === 0) return differences
  const ids = new Set(kept)
  const { ended, gone, removed } = differences
  const isOther = (id: number): boolean => !ids.has(id)
  return {
    ...differences,
    ended: ended.filter(isOther),
    gone: gone.filter(isOther),
    removed: removed - kept.length,
  }
}

/** How many removed rows have a new row of the same number: representatives who moved to another licensee. */
export function movedRows(
  gone: readonly { number: string | null }[],
  added: readonly { number: string | null }[],
): number {
  const left = new Map<string, number>()
  for (const { number } of gone) if (number) left.set(number, (left.get(number) ?? 0) + 1)
  let moved = 0
  for (const { number } of added) {
    const count = number ? (left.get(number) ?? 0) : 0
    if (!number || count === 0) continue
    left.set(number, count - 1)
    moved++
  }
  return moved
}

const formatCount = (count: number): string => numberText(count)

/** Less than this part of the rows before: the file is cut off, or ASIC's own is broken. */
const LEAST_PART = 0.5

/** Why a file is rejected; null: it is accepted. An empty register would clear every broker. */
export function suspicion(register: Register, rows: number, before: number | null): string | null {
  if (before === null || rows >= before * LEAST_PART) return null
  return `The file has ${formatCount(rows)} rows of ${registerTerms[register].label}, less than half of the ${formatCount(before)} before: it may be cut off. Nothing was imported, and the last snapshot stays. Download it again.`
}
