import type { z } from 'zod'
import {
  brokerListQuery,
  brokerStatuses,
  callBases,
  callBasisLabels,
  regions,
} from '#contract/brokers/brokers.ts'
import type { Option } from '#web/ui/SelectField.tsx'

/** Filters and sort order of the directory as held in the URL; '' means all. */
export const brokerFilters = {
  q: '',
  region: '',
  status: '',
  callBasis: '',
  suppressed: '',
  callable: '',
  bdmId: '',
  aggregator: '',
  createdWithinDays: '',
  sort: '-createdAt',
}
export type BrokerFilters = typeof brokerFilters
export type BrokerQuery = Partial<z.output<typeof brokerListQuery>>

const narrowing = [
  'q',
  'region',
  'status',
  'callBasis',
  'suppressed',
  'callable',
  'bdmId',
  'aggregator',
  'createdWithinDays',
] as const

/** Builds the query from the filters and drops unknown values, e.g. from an old or mistyped URL. */
export function brokerQuery(filters: BrokerFilters): BrokerQuery {
  const { shape } = brokerListQuery
  const query: BrokerQuery = {}
  for (const name of [...narrowing, 'sort'] as const) {
    const parsed = filters[name] ? shape[name].safeParse(filters[name]) : null
    if (parsed?.success) Object.assign(query, { [name]: parsed.data })
  }
  return query
}

/** True if any filter is set. */
export function isFiltered(filters: BrokerFilters): boolean {
  const query = brokerQuery(filters)
  return narrowing.some((name) => query[name] !== undefined)
}

/** How many filters are set, without the search. */
export function countFilters(
  filters: BrokerFilters,
  among: readonly (keyof BrokerFilters)[] = narrowing,
): number {
  const query = brokerQuery(filters)
  return narrowing.filter((name) => name !== 'q' && among.includes(name) && query[name] !== undefined).length
}

const all = (label: string): Option => ({ value: '', label })

/** The dropdowns above the directory. */
export const brokerFilterChoices = [
  {
    name: 'region',
    label: 'Region',
    options: [all('All Regions'), ...regions.map((region) => ({ value: region, label: region }))],
  },
  {
    name: 'status',
    label: 'Status',
    options: [all('All statuses'), ...brokerStatuses.map((status) => ({ value: status, label: status }))],
  },
  {
    name: 'callable',
    label: 'Callable',
    options: [
      all('Callable or not'),
      { value: 'yes', label: 'Callable' },
      { value: 'on_hold', label: 'On hold until reviewed' },
      { value: 'never', label: 'Never' },
    ],
  },
  {
    name: 'callBasis',
    label: 'Call basis',
    options: [all('Any basis'), ...callBases.map((value) => ({ value, label: callBasisLabels[value] }))],
  },
  {
    name: 'suppressed',
    label: 'Suppression',
    options: [
      all('Suppression'),
      { value: 'false', label: 'Not suppressed' },
      { value: 'true', label: 'Suppressed' },
    ],
  },
  {
    name: 'createdWithinDays',
    label: 'Added',
    options: [
      all('Added any time'),
      { value: '7', label: 'Last 7 days' },
      { value: '30', label: 'Last 30 days' },
      { value: '90', label: 'Last 90 days' },
    ],
  },
] as const satisfies readonly { name: keyof BrokerFilters; label: string; options: readonly Option[] }[]
