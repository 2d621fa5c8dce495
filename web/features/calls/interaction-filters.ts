import type { z } from 'zod'
import { regions } from '#contract/brokers/brokers.ts'
import {
  callListQuery,
  callOutcomes,
  callResponseLabels,
  callResponses,
  callStatuses,
  callStatusLabels,
  outcomeTable,
} from '#contract/calls/calls.ts'
import type { Option } from '#web/ui/SelectField.tsx'

/** Filters of the interactions as held in the URL; '' means all. */
export const interactionFilters = {
  ...{ q: '', campaignId: '', region: '', status: '', outcome: '', response: '', test: '' },
  ...{ withdrawn: '', from: '', to: '', ids: '' },
}
export type InteractionFilters = typeof interactionFilters

export type InteractionQuery = Partial<z.output<typeof callListQuery>>

/** Which calls are listed; test calls only if selected. */
export const testOptions: readonly Option[] = [
  { value: '', label: 'Hide test calls' },
  { value: 'true', label: 'Show test calls' },
  { value: 'only', label: 'Test calls only' },
]

/** Calls that were certainly never dialled, because the vendor refused them. */
export const withdrawnOptions: readonly Option[] = [
  { value: '', label: 'Hide calls not placed' },
  { value: 'true', label: 'Show calls not placed' },
]

const names = [
  'q',
  'campaignId',
  'region',
  'status',
  'outcome',
  'response',
  'test',
  'withdrawn',
  'from',
  'to',
  'ids',
] as const

/** Builds the query from the filters and drops unknown values, e.g. from an old or mistyped URL. */
export function interactionQuery(filters: InteractionFilters): InteractionQuery {
  const { shape } = callListQuery
  const query: InteractionQuery = {}
  for (const name of names) {
    const parsed = filters[name] ? shape[name].safeParse(filters[name]) : null
    if (parsed?.success) Object.assign(query, { [name]: parsed.data })
  }
  return query
}

export function isFiltered(filters: InteractionFilters): boolean {
  return Object.keys(interactionQuery(filters)).length > 0
}

/** How many filters are set, without the search and the chosen calls. */
export function countFilters(filters: InteractionFilters): number {
  const { q: _, ids: __, to, ...set } = interactionQuery(filters)
  return Object.keys(set).length + (to && !set.from ? 1 : 0)
}

export const regionOptions: readonly Option[] = [
  { value: '', label: 'All Regions' },
  ...regions.map((region) => ({ value: region, label: region })),
]

export const statusOptions: readonly Option[] = [
  { value: '', label: 'All statuses' },
  ...callStatuses.map((status) => ({ value: status, label: callStatusLabels[status] })),
]

export const outcomeOptions: readonly Option[] = [
  { value: '', label: 'All outcomes' },
  ...callOutcomes.map((outcome) => ({ value: outcome, label: outcomeTable[outcome].label })),
]

export const responseOptions: readonly Option[] = [
  { value: '', label: 'All responses' },
  { value: 'any', label: 'Any response' },
  ...callResponses.map((response) => ({ value: response, label: callResponseLabels[response] })),
  { value: 'none', label: 'No response' },
]
