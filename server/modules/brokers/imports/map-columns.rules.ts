/** Maps the columns of a file to the fields of a broker. */
import { type BrokerFieldName, brokerFieldNames, brokerFields } from '#contract/brokers/broker-fields.ts'
import {
  hasName,
  type ImportField,
  type ImportMapping,
  importFieldLabels,
  importFields,
  type NamePart,
  nameParts,
} from '#contract/brokers/imports.ts'
import { columnProblems, guessColumns } from '#server/input/tables/map-columns.ts'

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

/** In the order of choice. */
const headers: [ImportField, readonly RegExp[]][] = [
  ...[
    ...FIRST,
    ...brokerFieldNames.filter((field) => field !== 'name' && ![...FIRST, ...LAST].includes(field)),
    ...LAST,
  ].map((field): [ImportField, readonly RegExp[]] => [field, brokerFields[field].headers]),
  ...nameParts.map((part): [ImportField, readonly RegExp[]] => [part, partHeaders[part]]),
  ['name', brokerFields.name.headers],
]

/** Guesses the mapping from the headers. */
export const guessMapping = (columns: readonly string[]): ImportMapping =>
  withOneName(guessColumns(headers, columns))

/** A column for the whole name makes its parts needless; parts count only with a first or a last name. */
function withOneName(mapping: ImportMapping): ImportMapping {
  const isJoined = !mapping.name && hasName(mapping)
  return isJoined ? mapping : Object.fromEntries(Object.entries(mapping).filter(([field]) => !isPart(field)))
}

const isPart = (field: string): boolean => (nameParts as readonly string[]).includes(field)

/** Checks a chosen mapping: one message per invalid field, or null. */
export const mappingProblems = (mapping: ImportMapping, columns: readonly string[]) =>
  columnProblems({ fields: importFields, labels: importFieldLabels }, mapping, columns)

/** Returns the header mapped to a field, or the field's label. */
export function columnOf(mapping: ImportMapping): (field: ImportField) => string {
  return (field) => mapping[field] ?? importFieldLabels[field]
}
