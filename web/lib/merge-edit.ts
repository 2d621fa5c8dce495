// Decides the values of a form whose record another user changed while it was open.

type Values = Readonly<Record<string, unknown>>

export interface MergedField {
  name: string
  /** The values when the form was opened, in the present record, and in the form. */
  before: unknown
  theirs: unknown
  mine: unknown
  /** Both changed it, each to something else: the person decides. */
  isBoth: boolean
}

export interface Merged {
  /** Values for the form: the user's own changes, and the other user's in all other fields. */
  values: Record<string, unknown>
  /** Fields that the other user changed. */
  fields: MergedField[]
}

/** null, undefined and '' are equal: a control has '' where the record has null. */
const plain = (value: unknown): unknown => (value === '' || value === undefined ? null : value)

/** Whether two values of a field mean the same; keys count in any order, places in a list do not. */
export function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [plain(one), plain(other)]
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Values, b as Values] // objects and lists have keys
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
    isSame(left[key], right[key]),
  )
}

export function mergeEdit(before: Values, theirs: Values, mine: Values): Merged {
  const values: Record<string, unknown> = { ...theirs }
  const fields: MergedField[] = []
  for (const name of Object.keys(theirs)) {
    const isMine = !isSame(before[name], mine[name])
    if (isMine) values[name] = mine[name]
    if (isSame(before[name], theirs[name])) continue
    const isBoth = isMine && !isSame(mine[name], theirs[name])
    fields.push({ name, before: before[name], theirs: theirs[name], mine: mine[name], isBoth })
  }
  return { values, fields }
}
