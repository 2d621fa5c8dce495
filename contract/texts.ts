import { z } from 'zod'

function received(input: unknown): string {
  if (input === null) return 'null'
  // NaN is the result of text that is not a number
  if (Number.isNaN(input)) return 'nan'
  return Array.isArray(input) ? 'array' : typeof input
}

type Config = NonNullable<Parameters<typeof z.config>[0]>
type Issue = Parameters<NonNullable<Config['customError']>>[0]

/** Unit of a limit, after its number. */
const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
  set: [' entry', ' entries'],
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Valid email is required',
  url: 'Enter a web address such as https://example.com',
  datetime: 'Enter a date and time such as 2026-11-24T09:00:00+11:00',
  date: 'Enter a date such as 2026-11-24',
  time: 'Enter a time such as 09:00',
}

/** The generic error messages of the forms; a schema's own message has precedence. */
function genericText(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Required'
        : `Expected ${issue.expected}, received ${received(issue.input)}`
    case 'too_big':
      return `At most ${counted(issue.maximum, issue.origin)}`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'Required'
        : `At least ${counted(issue.minimum, issue.origin)}`
    case 'invalid_value':
      return `Choose one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This is not in the form that is asked for'
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.join(', ')}`
    case 'invalid_union':
      return 'This value is not of a kind that is taken here'
    default:
      return undefined
  }
}

function counted(limit: number | bigint, origin: string): string {
  const [one, many] = COUNTED[origin] ?? ['', '']
  return `${grouped(limit)}${Number(limit) === 1 ? one : many}`
}

z.config({ customError: genericText })

/**
 * For checks of several fields: they run even if single fields failed, so that a form shows all its errors together.
 */
export const BESIDE_OTHERS = {
  when: ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null,
}

/** Grouped by hand: the first number that a browser formats costs it milliseconds. */
const grouped = (value: number | bigint): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** 'At most 2,000 characters'. */
export function atMost(max: number): string {
  return `At most ${grouped(max)} characters`
}
