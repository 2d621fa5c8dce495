/** Decides which column of a file holds which field of a broker. */
import { type ImportField, type ImportMapping, importFieldLabels, importFields } from '#contract/imports.ts'

/** Headers by field as letters only, best first; a pattern is tried on all columns before the next one. */
const HEADERS: Record<ImportField, readonly RegExp[]> = {
  asicNumber: [
    /^asic(number|no|num|id|crn)?$/,
    /^(crn|acl|acr|arn|creditrep\w*|licen[cs]enumber)$/,
    /asic/,
    /creditrep/,
  ],
  email: [/^e?mail(address)?$/, /^email/, /email/],
  phone: [
    /^(mobile|mobilephone|mobilenumber|mobileno|cell|cellphone)$/,
    /^(phone|phonenumber|phoneno|telephone|tel|ph|contactnumber)$/,
    /mobile/,
    /phone|^tel/,
  ],
  postcode: [/^(postcode|postalcode|pcode|zip|zipcode)$/, /postcode/],
  region: [/^(state|region|stateterritory|location|territory)$/, /^state|state$/],
  membership: [/^(membership|association|memberof|industrybody|professionalbody)$/, /membership|association/],
  company: [
    /^(company|companyname|business|businessname|brokerage|brokeragename|organisation|organization|firm|employer|tradingname)$/,
    /company|brokerage|business|trading/,
  ],
  name: [
    /^(name|fullname|brokername|broker|contactname|contact|displayname)$/,
    /fullname|brokername|contactname|^name/,
  ],
}

/** The mapping that the headers suggest; no column stands for two fields. */
export function guessMapping(columns: readonly string[]): ImportMapping {
  const mapping: ImportMapping = {}
  const taken = new Set<string>()
  for (const [field, patterns] of Object.entries(HEADERS) as [ImportField, readonly RegExp[]][]) {
    const column = patterns
      .map((pattern) => columns.find((name) => !taken.has(name) && pattern.test(letters(name))))
      .find((name) => name !== undefined)
    if (column === undefined) continue
    mapping[field] = column
    taken.add(column)
  }
  return mapping
}

function letters(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

/** What is wrong with a mapping that somebody chose: one message per field, or null. */
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
        `"${column}" is chosen for ${importFieldLabels[other]} already. Choose another column for ${label}.`
    } else used.set(column, field)
  }
  return Object.keys(problems).length > 0 ? problems : null
}

/** The file's header of a field, else the field's own name. */
export function columnOf(mapping: ImportMapping): (field: ImportField) => string {
  return (field) => mapping[field] ?? importFieldLabels[field]
}
