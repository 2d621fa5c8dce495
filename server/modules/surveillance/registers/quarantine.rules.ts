// Decides which row of the last snapshot an unreadable row is, and which unreadable rows have disappeared from the file.

import { asPublished, clean } from './register-cells.rules.ts'
import type { RegisterRow, RowTraces } from './register-files.rules.ts'

/** A row of the last snapshot that no readable row of the new file continues. */
export interface MissingRow {
  id: number
  number: string | null
  name: string
  startedOn: string | null
}

const keyOf = (text: string): string => clean(text).toUpperCase()
const LEAST_DIGITS = 5

/** Texts by which an unreadable row may be recognised: its cells, and the numbers among them. */
function marksOf({ number, name, cells }: RowTraces): { texts: Set<string>; numbers: Set<string> } {
  const texts = new Set([...cells, ...(name ? [name] : [])].map(keyOf).filter(Boolean))
  const digits = [...texts].flatMap((text) => {
    const plain = text.replaceAll(' ', '').replace(/^0+/, '')
    return /^#?\d+$/.test(plain) && plain.length >= LEAST_DIGITS ? [text, plain] : []
  })
  return { texts, numbers: new Set([...(number ? [number] : []), ...digits]) }
}

/** How surely a missing row is the unreadable one: more is surer. Rows of one number or one name differ in name or begin. */
function likeness({ number, name, startedOn }: MissingRow, marks: ReturnType<typeof marksOf>): number {
  const hasNumber = number !== null && marks.numbers.has(number)
  const hasName = marks.texts.has(keyOf(name))
  const hasStart = startedOn !== null && marks.texts.has(asPublished(startedOn))
  return (hasNumber ? 4 : 0) + (hasName ? 3 : 0) + (hasStart ? 2 : 0)
}

/** The missing row that each unreadable row continues, each once. @returns ids in the order of `unreadable`; null: none */
export function continuedRows(
  missing: readonly MissingRow[],
  unreadable: readonly RowTraces[],
): (number | null)[] {
  const byNumber = Map.groupBy(missing, ({ number }) => number ?? '')
  const byName = Map.groupBy(missing, ({ name }) => keyOf(name))
  const used = new Set<number>()
  return unreadable.map((row) => {
    const marks = marksOf(row)
    const candidates = [
      ...[...marks.numbers].flatMap((number) => byNumber.get(number) ?? []),
      ...[...marks.texts].flatMap((text) => byName.get(text) ?? []),
    ].filter(({ id }) => !used.has(id))
    const scored = candidates.map((row) => ({ id: row.id, score: likeness(row, marks) }))
    const best = scored.reduce<{ id: number; score: number } | null>(
      (top, one) => (top && top.score >= one.score ? top : one),
      null,
    )
    if (best) used.add(best.id)
    return best?.id ?? null
  })
}

/** An unreadable row of the snapshot before. */
export interface QuarantinedRow extends RowTraces {
  id: number
  text: string
}

/** The rows that were unreadable before and are now neither readable nor unreadable. */
export function vanishedRows<Row extends QuarantinedRow>(
  before: readonly Row[],
  rows: readonly Pick<RegisterRow, 'number' | 'name'>[],
  unreadable: readonly (RowTraces & { text: string })[],
): Row[] {
  if (before.length === 0) return []
  const texts = new Set(unreadable.map(({ text }) => text))
  const numbers = new Set(rows.flatMap(({ number }) => number ?? []))
  const names = new Set(rows.map(({ name }) => keyOf(name)))
  const others = unreadable.map(marksOf)
  return before.filter((row) => {
    if (texts.has(row.text)) return false
    const marks = marksOf(row)
    const isReadable =
      hasAny(marks.numbers, numbers) || (marks.numbers.size === 0 && hasAny(marks.texts, names))
    return !isReadable && !others.some((other) => isSame(marks, other))
  })
}

const hasAny = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].some((one) => all.has(one))

/** The same number; without numbers, a name in common. */
function isSame(one: ReturnType<typeof marksOf>, other: ReturnType<typeof marksOf>): boolean {
  if (one.numbers.size > 0 && other.numbers.size > 0) return hasAny(one.numbers, other.numbers)
  const named = [...one.texts].filter((text) => /\p{L}{3}.*[ ,].*\p{L}/u.test(text))
  return named.some((text) => other.texts.has(text))
}
