// Maps the columns of a table to fields.

/** The header's letters, without case and accents. */
export const letters = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')

type Mapping<Field extends string> = Partial<Record<Field, string>>

/**
 * Guesses the column of each field; no column is used for two fields.
 * @param headers in order of choice: a pattern may also match the columns of later fields
 */
export function guessColumns<Field extends string>(
  headers: readonly (readonly [Field, readonly RegExp[]])[],
  columns: readonly string[],
): Mapping<Field> {
  const mapping: Mapping<Field> = {}
  const used = new Set<string>()
  for (const [field, patterns] of headers) {
    const column = patterns
      .map((pattern) => columns.find((name) => !used.has(name) && pattern.test(letters(name))))
      .find((name) => name !== undefined)
    if (column === undefined) continue
    mapping[field] = column
    used.add(column)
  }
  return mapping
}

/** Checks a chosen mapping: one message per invalid field, or null. */
export function columnProblems<Field extends string>(
  { fields, labels }: { fields: readonly Field[]; labels: Readonly<Record<Field, string>> },
  mapping: Mapping<Field>,
  columns: readonly string[],
): Record<string, string> | null {
  const problems: Record<string, string> = {}
  const used = new Map<string, Field>()
  for (const field of fields) {
    const column = mapping[field]
    if (!column) continue
    const label = labels[field]
    const other = used.get(column)
    if (!columns.includes(column)) {
      problems[`mapping.${field}`] =
        `The file has no column "${column}". Choose one of its columns for ${label}.`
    } else if (other) {
      problems[`mapping.${field}`] =
        `"${column}" is already chosen for ${labels[other]}. Choose another column for ${label}.`
    } else used.set(column, field)
  }
  return Object.keys(problems).length > 0 ? problems : null
}
