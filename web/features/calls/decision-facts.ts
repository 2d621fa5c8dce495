import { callBasisLabels } from '#contract/brokers/brokers.ts'
import { outcomeTable } from '#contract/calls/calls.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'

export interface FactRow {
  label: string
  value: string
}

type Words = Readonly<Record<string, unknown>>

const SYDNEY = 'Australia/Sydney'
const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/

const partsOf = (value: unknown): Words =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOr = (value: unknown, none: string): string =>
  typeof value === 'string' && value !== '' ? value : none

/** 'Australia/Perth' reads 'Perth time'. */
const zoneText = (zone: string): string => `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`

function placeText({ region, zone }: Words): string {
  const state = textOr(region, '')
  if (typeof zone !== 'string') return state || 'Not known'
  return state === '' ? zoneText(zone) : `${state}, ${zoneText(zone)}`
}

const numberKinds: Readonly<Record<string, string>> = {
  mobile: 'mobile',
  fixed: 'fixed line',
  fixed_line: 'fixed line',
}

function numberText(value: unknown): string {
  const { e164, kind } = partsOf(value)
  if (typeof e164 !== 'string') return 'None on record'
  const name = textOr(kind, '')
  return [formatPhone(e164), numberKinds[name] ?? name.replaceAll('_', ' ')].filter(Boolean).join(', ')
}

const sources: Readonly<Record<string, string>> = {
  key: 'opted out in a call (pressed 4)',
  voice: 'opted out in a call (by voice)',
  sms_stop: 'opted out by SMS',
  manual: 'added by hand',
  unclear: 'on hold, may be an opt-out',
}

function suppressionText(value: unknown): string {
  const { source, since } = partsOf(value)
  if (typeof source !== 'string') return 'No'
  return `Yes: ${sources[source] ?? 'suppressed'}, ${formatDate(textOr(since, ''), { timeZone: SYDNEY })}`
}

function washText(value: unknown): string {
  const { listed, washedOn } = partsOf(value)
  if (typeof washedOn !== 'string') return 'Not checked'
  return `${listed === true ? 'Listed' : 'Not listed'}, checked ${formatDate(washedOn)}`
}

function dialText(dial: unknown): string {
  const { at, outcome } = partsOf(dial)
  const labels: Readonly<Record<string, { label: string }>> = outcomeTable
  const ended = typeof outcome === 'string' ? (labels[outcome]?.label ?? outcome) : 'Live'
  return `${formatDateTime(textOr(at, ''), { timeZone: SYDNEY })}: ${ended.toLowerCase()}`
}

const dialsText = (value: unknown): string => listOf(value).map(dialText).join('; ') || 'None'

const yesOr = (value: unknown, yes: string): string => (value === true ? yes : 'No')

function basisText(basis: unknown, since: unknown): string {
  const labels: Readonly<Record<string, string>> = callBasisLabels
  const name = textOr(basis, '')
  const label = labels[name] ?? (anyText(basis) || ABSENT)
  return typeof since === 'string' ? `${label}, recorded ${formatDate(since, { timeZone: SYDNEY })}` : label
}

function holdText(value: unknown): string {
  const { since, reason } = partsOf(value)
  return typeof since === 'string'
    ? `Yes, since ${formatDate(since, { timeZone: SYDNEY })}: ${textOr(reason, 'not reviewed')}`
    : 'No'
}

const hoursTexts: Readonly<Record<string, string>> = {
  preferred: 'Called in the hours in which brokers answer most',
  any: 'Called at any hour, to compare',
}

/** The facts of the rules, in the order in which a person would ask for them. */
const known: Readonly<Record<string, { label: string; text: (value: unknown, all: Words) => string }>> = {
  number: { label: 'Number', text: numberText },
  place: { label: 'Place', text: (value) => placeText(partsOf(value)) },
  callBasis: { label: 'Basis to call', text: (value, { callBasisAt }) => basisText(value, callBasisAt) },
  suppression: { label: 'Suppressed', text: suppressionText },
  wash: { label: 'Do Not Call Register', text: washText },
  suspendedAt: {
    label: 'Suspended',
    text: (value) => (typeof value === 'string' ? `Since ${formatDate(value, { timeZone: SYDNEY })}` : 'No'),
  },
  held: { label: 'On hold until reviewed', text: holdText },
  numberDials: { label: 'Calls to this number in 30 days', text: dialsText },
  campaignDials: { label: 'Calls in this campaign', text: dialsText },
  numberTakenBy: {
    label: 'Number called for another broker',
    text: (value) => (typeof value === 'number' ? `Yes, broker ${value}` : 'No'),
  },
  heldOut: { label: 'In the hold-out group', text: (value) => yesOr(value, 'Yes, picked at random') },
  hoursArm: {
    label: 'Better hours',
    text: (value) => hoursTexts[textOr(value, '')] ?? 'Not used in this campaign',
  },
  waitsUntil: {
    label: 'Waits for a better hour',
    text: (value) =>
      typeof value === 'string' ? `Until ${formatDateTime(value, { timeZone: SYDNEY })}` : 'No',
  },
}

/** Part of another row, or shown elsewhere on the page. */
const within = ['brokerId', 'callBasisAt']

/** 'callBasis' reads 'Call basis', 'e164' stays a word. */
function labelOf(path: readonly string[]): string {
  const words = path
    .join(' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function anyText(value: unknown): string {
  if (value === null || value === undefined || value === '') return ABSENT
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && DAY.test(value)) return formatDate(value)
  if (typeof value === 'string' && INSTANT.test(value)) return formatDateTime(value, { timeZone: SYDNEY })
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(anyText).join('; ')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, each]) => `${labelOf([name]).toLowerCase()} ${anyText(each)}`)
      .join(', ')
  }
  return String(value)
}

/** Facts that a newer or older server stored: each part a row. */
function otherRows(name: string, value: unknown): FactRow[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return [{ label: labelOf([name]), value: anyText(value) }]
  }
  return Object.entries(value).map(([part, each]) => ({ label: labelOf([name, part]), value: anyText(each) }))
}

/** The facts behind a decision in the words of the screens. */
export function factRows(facts: Words): FactRow[] {
  const told = Object.entries(known).flatMap(([name, { label, text }]) =>
    name in facts ? [{ label, value: text(facts[name], facts) }] : [],
  )
  const others = Object.entries(facts).filter(([name]) => !(name in known) && !within.includes(name))
  return [...told, ...others.flatMap(([name, value]) => otherRows(name, value))]
}
