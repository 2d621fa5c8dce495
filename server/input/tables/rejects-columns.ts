// The columns that a file of rejected rows has in addition to those of the uploaded file, and how they are recognised when
// the corrected file is uploaded.

const OWN = ['row', 'column', 'value', 'reason'] as const
const EXTRA = 'extra cell'
const SUFFIX = / \(rejected(?: \d+)?\)$/

const hasExtraName = (column: string, suffix: string): boolean =>
  column.startsWith(`${EXTRA} `) &&
  /^\d+$/.test(column.slice(EXTRA.length + 1, column.length - suffix.length)) &&
  column.endsWith(suffix)

/** Names that no column of the file has: for cells beyond the last column, and the four that explain a row. */
function addedColumns(columns: readonly string[], extra: number): string[] {
  const taken = columns.map((column) => column.toLowerCase())
  for (let attempt = 0; ; attempt++) {
    const suffix = attempt === 0 ? '' : attempt === 1 ? ' (rejected)' : ` (rejected ${attempt})`
    const own = OWN.map((name) => name + suffix)
    if (taken.some((name) => own.includes(name) || hasExtraName(name, suffix))) continue
    return [...Array.from({ length: extra }, (_, index) => `${EXTRA} ${index + 1}${suffix}`), ...own]
  }
}

/** Which cells of a row belong to the file, and which were added by a file of rejected rows. */
export interface OwnPart {
  /** Index of the first added column. */
  from: number
  /** Cells beyond the last column, in the row as it was uploaded. */
  extra: number
  /** Index behind the last added column. */
  to: number
}

/**
 * The added columns of a header; null: none. The rows decide too: `row` holds a number, `column` names of the file's columns.
 * @param rows the first rows behind the header
 */
export function findOwnPart(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): OwnPart | null {
  const plain = columns.map((column) => column.toLowerCase())
  for (let at = plain.length - OWN.length; at >= 0; at--) {
    const names = plain.slice(at, at + OWN.length)
    const suffixes = new Set(names.map((name) => SUFFIX.exec(name)?.[0] ?? ''))
    const isOwn = suffixes.size === 1 && OWN.every((own, index) => names[index]?.replace(SUFFIX, '') === own)
    if (!isOwn || !areExplained(rows, at, plain)) continue
    const [suffix = ''] = suffixes
    let from = at
    while (from > 0 && hasExtraName(plain[from - 1] ?? '', suffix)) from--
    return { from, extra: at - from, to: at + OWN.length }
  }
  return null
}

/** Most rows name a row, one of the columns and a reason; rows that were added by hand have none of the three. */
function areExplained(rows: readonly (readonly string[])[], at: number, columns: readonly string[]): boolean {
  const numbered = rows.filter((cells) => (cells[at] ?? '').trim() !== '')
  const explained = numbered.filter((cells) => {
    const [row = '', column = '', , reason = ''] = cells.slice(at, at + OWN.length)
    const named = column.toLowerCase().split('; ')
    return (
      /^\s*\d+\s*$/.test(row) &&
      reason.trim() !== '' &&
      named.every((name) => !name || columns.includes(name))
    )
  })
  return explained.length > 0 && explained.length * 2 >= numbered.length
}

/** The row as it was uploaded: the file's cells, then those beyond its last column. */
export function withoutOwnPart(cells: readonly string[], part: OwnPart, columns: number): string[] {
  const kept = [...cells.slice(0, part.from), ...cells.slice(part.to)]
  const extra = cells.slice(part.from, part.from + part.extra)
  const last = extra.findLastIndex((cell) => cell.trim() !== '')
  if (last < 0) return kept
  const padding = Array.from({ length: Math.max(0, columns - kept.length) }, () => '')
  return [...kept, ...padding, ...extra.slice(0, last + 1)]
}

export interface Rejection {
  row: number
  column: string
  value: string
  reason: string
}

export interface RejectsLayout {
  header: string[]
  line(cells: readonly string[], rejection: Rejection): (string | number)[]
}

/**
 * How a file of rejected rows is laid out: every column of the file in its order, cells beyond the last one, then the reasons.
 * @param longest cells of the longest row
 */
export function rejectsLayout(columns: readonly string[], longest: number): RejectsLayout {
  const width = Math.max(longest, columns.length)
  return {
    header: [...columns, ...addedColumns(columns, width - columns.length)],
    line(cells, { row, column, value, reason }) {
      const own = Array.from({ length: width }, (_, index) => cells[index] ?? '')
      return [...own, row, column, value, reason]
    },
  }
}
