// What figures count, as SQL: the counted tables, the measures of their rows, and the dimensions by which they are summed.
// A new measure is one entry here; days counted without it become due (see `measuresHash`). Decision 031.

import { createHash } from 'node:crypto'

/** Columns by which figures are told apart within a day, with their types. */
export const keyTypes = {
  campaign_id: 'int',
  version_id: 'int',
  region: 'text',
  hour: 'smallint',
  line: 'text',
  currency: 'text',
  from_number: 'text',
  called_range: 'text',
} as const
export type FigureKey = keyof typeof keyTypes
export const figureKeys = Object.keys(keyTypes) as FigureKey[] // the keys as written above

interface Source {
  /** The instant whose day in Sydney a row counts on. */
  at: string
  /** Rows that count. */
  where: string
  keys: Partial<Record<FigureKey, string>>
}

export const sources = {
  calls: {
    at: 'created_at',
    // a call that certainly was not dialled is no call (decision 003)
    where: `not test and not (withdrawn and outcome is not distinct from 'provider_fault')`,
    keys: {
      campaign_id: 'campaign_id',
      version_id: 'campaign_version_id',
      region: 'region',
      hour: 'local_hour',
      line: 'called_line',
      currency: 'cost_currency',
      from_number: 'from_number',
      // the first four digits as dialled in Australia: 0491, or 0255 for (02) 55; null for an erased number
      called_range: `case when to_number like '+61%' then '0' || substr(to_number, 4, 3) end`,
    },
  },
  bookings: {
    at: 'created_at',
    where: `status <> 'cancelled' and not test`,
    keys: { campaign_id: 'campaign_id', version_id: 'campaign_version_id', region: 'region' },
  },
  applications: {
    at: 'submitted_at',
    where: 'submitted_at is not null',
    keys: { campaign_id: 'campaign_id', version_id: 'campaign_version_id', region: 'region' },
  },
} as const satisfies Record<string, Source>
export type SourceName = keyof typeof sources
export const sourceNames = Object.keys(sources) as SourceName[] // the keys as written above

interface Measure {
  source: SourceName
  type: 'int' | 'numeric'
  /** Of one row, never null. */
  value: string
  /** Counts the rows for which this is true: faster than a sum of `value`, which it equals. */
  where?: string
}

const count = (source: SourceName, condition = 'true'): Measure => ({
  source,
  type: 'int',
  value: `case when ${condition} then 1 else 0 end`,
  where: condition,
})
const outcome = (name: string): Measure => count('calls', `outcome = '${name}'`)
const response = (name: string): Measure => count('calls', `response = '${name}'`)

export const measures = {
  calls: count('calls'),
  ended: count('calls', 'finished_at is not null'),
  completed: count('calls', `status in ('completed', 'answered')`),
  responded: count('calls', 'finished_at is not null and response is not null'),
  option_1: response('option_1'),
  option_2: response('option_2'),
  option_3: response('option_3'),
  option_4: response('option_4'),
  human: outcome('human'),
  voicemail: outcome('voicemail'),
  screened: outcome('screened'),
  silent: outcome('silent'),
  no_answer: outcome('no_answer'),
  busy: outcome('busy'),
  declined: outcome('declined'),
  invalid_number: outcome('invalid_number'),
  provider_fault: outcome('provider_fault'),
  cancelled: outcome('cancelled'),
  unknown: outcome('unknown'),
  /** Total duration of completed calls, and the number of those with a duration. */
  seconds: {
    source: 'calls',
    type: 'int',
    value: `case when status = 'completed' then coalesce(duration, 0) else 0 end`,
  },
  timed: count('calls', `status = 'completed' and duration is not null`),
  /** Vendors' charges in `currency`, and the number of calls with a charge. */
  amount: { source: 'calls', type: 'numeric', value: 'coalesce(cost, 0)' },
  priced: count('calls', 'cost is not null'),
  meetings: count('bookings'),
  applications: count('applications'),
} satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures
export const measureNames = Object.keys(measures) as MeasureName[] // the keys as written above
export type Measures = Readonly<Record<string, Measure>>

export const pickMeasures = (names: readonly string[], of: Measures = measures): Measures =>
  Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)))

/** The keys of each dimension's rows. */
const dimensions = {
  day: ['currency'],
  campaign: ['campaign_id', 'currency'],
  version: ['campaign_id', 'version_id'],
  region: ['region', 'currency'],
  hour: ['hour'],
  /** A campaign within a region. */
  slice: ['campaign_id', 'version_id', 'region', 'currency'],
  slice_hour: ['campaign_id', 'region', 'hour'],
  region_hour: ['region', 'hour', 'line'],
  /** A calling number and the range of the called one. */
  calling: ['from_number', 'called_range'],
} as const satisfies Record<string, readonly FigureKey[]>
export type Dimension = keyof typeof dimensions
const dimensionNames = Object.keys(dimensions) as Dimension[] // the keys as written above

export const keysOf = (dimension: Dimension): readonly FigureKey[] => dimensions[dimension]

/** Only calls have an hour and a calling number. */
export const hasDimension = (source: SourceName, dimension: Dimension): boolean =>
  (['hour', 'from_number'] as const).every(
    (key) => !keysOf(dimension).includes(key) || key in sources[source].keys,
  )

export const dimensionsOf = (source: SourceName): Dimension[] =>
  dimensionNames.filter((dimension) => hasDimension(source, dimension))

/** Changes with any definition above: stored days counted with another hash are not read. */
export function measuresHash(of: Measures = measures): string {
  const definitions = JSON.stringify([sources, of, dimensions, keyTypes])
  return createHash('sha256').update(definitions).digest('hex').slice(0, 16)
}
