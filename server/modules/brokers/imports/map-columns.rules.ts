/** Maps the columns of a file to the fields of a broker. */
import {
  hasName,
  type ImportField,
  type ImportMapping,
  importFieldLabels,
  importFields,
  nameParts,
} from '#contract/imports.ts'

/** Header patterns by field, matched on letters only; best first, each tried on all columns before the next. */
const HEADERS: Record<ImportField, readonly RegExp[]> = {
  bdm: [/^(bdm|bdmname|bdmemail|businessdevelopmentmanager|relationshipmanager|accountmanager)$/, /^bdm/],
  asicNumber: [
    /^asic(number|no|num|id|crn)?$/,
    /^(crn|acl|acr|arn|creditrep\w*|licen[cs]enumber)$/,
    /asic/,
    /creditrep/,
  ],
  email: [
    /^e?mail(address|value)?$/,
    /^email(?!(?:.*(type|label|displayname)$))/,
    /email(?!(?:.*(type|label)$))/,
  ],
  phone: [
    /^(mobile|mobilephone|mobilenumber|mobileno|cell|cellphone)$/,
    /^(phone|phonenumber|phoneno|telephone|tel|ph|contactnumber)$/,
    /^(business|work|office|direct|primary|company|company(main))phone(number)?$/,
    /^phonevalue$/,
    /mobile/,
    /(phone|^tel)(?!(?:.*(type|label)$))/,
  ],
  postcode: [/^(postcode|postalcode|pcode|zip|zipcode)$/, /^(?!.*(street|suburb)).*(postcode|postalcode)/],
  region: [/^(state|region|stateterritory|location|territory)$/, /^state|state$/],
  aggregator: [/^(aggregator|aggregatorname|headgroup|aggregationgroup)$/, /aggregat/],
  membership: [/^(membership|association|memberof|industrybody|professionalbody)$/, /membership|association/],
  company: [
    /^(company|companyname|business|businessname|brokerage|brokeragename|organisation|organization|firm|employer|tradingname)$/,
    /^organi[sz]ationname$/,
    /(company|brokerage|business|trading)(?!(?:.*(phone|fax|street|city|state|code|country|address|pobox|page)))/,
  ],
  title: [/^(title|salutation|nameprefix|honorific)$/],
  firstName: [/^(contact|broker)?(firstname|givennames?|forename|christianname|fname)$/],
  middleName: [/^(middlenames?|middleinitial|middle|additionalnames?)$/],
  lastName: [/^(contact|broker)?(lastname|surname|familyname|lname)$/],
  suffix: [/^(name)?suffix$/],
  name: [
    /^(name|fullname|brokername|broker|contactname|contact|displayname)$/,
    /fullname|brokername|contactname|^name(?!prefix|suffix)/,
  ],
}

/** Guesses the mapping from the headers; no column is used for two fields. */
export function guessMapping(columns: readonly string[]): ImportMapping {
  const mapping: ImportMapping = {}
  const used = new Set<string>()
  for (const [field, patterns] of Object.entries(HEADERS) as [ImportField, readonly RegExp[]][]) {
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
