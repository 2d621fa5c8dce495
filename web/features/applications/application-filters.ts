import { applicationStatuses, applicationStatusLabels } from '#contract/accreditations/accreditations.ts'
import { listApplications } from '#contract/accreditations/applications.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { knownClaimed } from '#web/ui/review/queue-filters.ts'

/** Filters as held in the URL; an empty sort means the status's default order. */
export const applicationFilters = {
  ...{ q: '', status: 'waiting', claimed: '', sort: '' },
  // set by links from figures
  ...{ from: '', to: '', campaignId: '', region: '' },
}
export type ApplicationFilters = typeof applicationFilters
export type ApplicationQuery = Partial<QueryOf<typeof listApplications>>

export const statusOptions = [
  { value: 'waiting', label: 'Waiting for review' },
  { value: 'open', label: 'All open' },
  { value: 'all', label: 'All submitted' },
  ...applicationStatuses.map((value) => ({
    value,
    label: value === 'draft' ? 'Drafts' : applicationStatusLabels[value],
  })),
] as const

/** Builds the query from the filters and drops unknown values, e.g. from an old or mistyped URL. */
export function applicationQuery(filters: ApplicationFilters): ApplicationQuery {
  const status = knownStatus(filters.status)
  const claimed = knownClaimed(filters.claimed)
  return {
    ...(filters.q ? { q: filters.q } : {}),
    ...(status === 'all' ? {} : { status }),
    ...(claimed ? { claimed } : {}),
    ...ofFigure(filters),
    sort: sortOf(filters),
  }
}

const narrowing = ['from', 'to', 'campaignId', 'region'] as const

/** Narrowing of the list by a link from a figure, in addition to its own filters. */
function ofFigure(filters: ApplicationFilters): ApplicationQuery {
  const { shape } = listApplications.query
  const query: ApplicationQuery = {}
  for (const name of narrowing) {
    const parsed = filters[name] ? shape[name].safeParse(filters[name]) : null
    if (parsed?.success) Object.assign(query, { [name]: parsed.data })
  }
  return query
}

/** Why the chosen days are invalid; null when they are valid. */
export const daysMistake = ({ from, to }: ApplicationFilters): string | null =>
  from && to && from > to ? 'The first day is after the last.' : null

/** Oldest first in the queue, newest first otherwise. */
export function sortOf({ sort, status }: ApplicationFilters): string {
  if (sort && listApplications.query.shape.sort.safeParse(sort).success) return sort
  return ['waiting', 'open', 'submitted', 'in_review'].includes(knownStatus(status))
    ? 'submittedAt'
    : '-submittedAt'
}

/** True if the filters narrow the whole queue or the list of all applications. */
export function isFiltered(filters: ApplicationFilters): boolean {
  const { q, status, claimed } = filters
  const isWhole = ['waiting', 'all'].includes(knownStatus(status))
  const isNarrowed = q !== '' || knownClaimed(claimed) !== undefined
  return isNarrowed || !isWhole || Object.keys(ofFigure(filters)).length > 0
}

export function knownStatus(status: string): (typeof statusOptions)[number]['value'] {
  return statusOptions.find(({ value }) => value === status)?.value ?? 'waiting'
}
