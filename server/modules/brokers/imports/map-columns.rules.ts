/** Maps the columns of a file to the fields of a broker. */
import { type BrokerFieldName, brokerFieldNames, brokerFields } from '#contract/broker-fields.ts'
import {
  hasName,
  type ImportField,
  type ImportMapping,
  importFieldLabels,
  importFields,
  type NamePart,
  nameParts,
} from '#contract/imports.ts'

/** Header patterns of a name in several columns. */
const partHeaders: Record<NamePart, readonly RegExp[]> = {
  title: [/^(title|salutation|nameprefix|honorific)$/],
  firstName: [/^(contact|broker)?(firstname|givennames?|forename|christianname|fname)$/],
  middleName: [/^(middlenames?|middleinitial|middle|additionalnames?)$/],
  lastName: [/^(contact|broker)?(lastname|surname|familyname|lname)$/],
  suffix: [/^(name)?suffix$/],
}
const FIRST: readonly BrokerFieldName[] = ['bdm', 'asicNumber', 'email', 'phone', 'postcode', 'region']
const LAST: readonly BrokerFieldName[] = ['aggregator', 'membership', 'company']

/** In the order of choice: a pattern may also match the columns of later fields. */
const headers: [ImportField, readonly RegExp[]][] = [
  ...[
    ...FIRST,
    ...brokerFieldNames.filter((field) => field !== 'name' && ![...FIRST, ...LAST].includes(field)),
    ...LAST,
  ].map((field): [ImportField, readonly RegExp[]] => [field, brokerFields[field].headers]),
  ...nameParts.map((part): [ImportField, readonly RegExp[]] => [part, partHeaders[part]]),
  ['name', brokerFields.name.headers],
]

/** Guesses the mapping from the headers; no column is used for two fields. */
export function guessMapping(columns: readonly string[]): ImportMapping {
  const mapping: ImportMapping = {}
  const used = new Set<string>()
  for (const [field, patterns] of headers) {
    const column = patterns
      .map((pattern) => columns.find((name) => !used.has(name) && pattern.test(letters(name))))
      .find((name) => name !== undefined)
    if (column === undefined) continue
    mapping[field] = column
    used.add(column)
  }
  return withOneName(mapping)
}

/** A column for the whole name makes its parts needless; parts count only with a first or a last name. */
function withOneName(mapping: ImportMapping): ImportMapping {
  const isJoined = !mapping.name && hasName(mapping)
  return isJoined ? mapping : Object.fromEntries(Object.entries(mapping).filter(([field]) => !isPart(field)))
}

const isPart = (field: string): boolean => (nameParts as readonly string[]).includes(field)

function letters(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

/** Checks a chosen mapping: one message per invalid field, or null. */
export function mappingProblems(
  mapping: ImportMapping,
  columns: readonly string[],
): Record<string, string> | null {
  const problems: Record<string, string> = {}
  const used = new Map<string, ImportField>()
  for (const field of importFields) {
    const column = mapping[field]
    if (!column) continue
    const label = importFieldLabels[field]
    const other = used.get(column)
    if (!columns.includes(column)) {
      problems[`mapping.${field}`] =
        `The file has no column "${column}". Choose one of its columns for ${label}.`
    } else if (other) {
      problems[`mapping.${field}`] =
        `"${column}" is already chosen for ${importFieldLabels[other]}. Choose another column for ${label}.`
    } else used.set(column, field)
  }
  return Object.keys(problems).length > 0 ? problems : null
}

/** Returns the header mapped to a field, or the field's label. */
export function columnOf(mapping: ImportMapping): (field: ImportField) => string {
  return (field) => mapping[field] ?? importFieldLabels[field]
}
