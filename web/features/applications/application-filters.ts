import { applicationStatuses, applicationStatusLabels } from '#contract/accreditations.ts'
import { listApplications } from '#contract/applications.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { knownClaimed } from '#web/ui/review/queue-filters.ts'

/** As it stands in the address; '' of sort is the status's own order. */
export const applicationFilters = { q: '', status: 'open', claimed: '', sort: '' }
export type ApplicationFilters = typeof applicationFilters
export type ApplicationQuery = Partial<QueryOf<typeof listApplications>>

export const statusOptions = [
  { value: 'open', label: 'Open' },
  { value: 'all', label: 'All submitted' },
  ...applicationStatuses.map((value) => ({
    value,
    label: value === 'draft' ? 'Drafts' : applicationStatusLabels[value],
  })),
] as const

/** The query of these filters; what an old or mistyped address holds and nobody knows is left out. */
export function applicationQuery(filters: ApplicationFilters): ApplicationQuery {
  const status = knownStatus(filters.status)
  const claimed = knownClaimed(filters.claimed)
  return {
    ...(filters.q ? { q: filters.q } : {}),
    ...(status === 'all' ? {} : { status }),
    ...(claimed ? { claimed } : {}),
    sort: sortOf(filters),
  }
}

/** Who waits longest comes first in the queue; of the rest the newest. */
export function sortOf({ sort, status }: ApplicationFilters): string {
  if (sort && listApplications.query.shape.sort.safeParse(sort).success) return sort
  return ['open', 'submitted', 'in_review'].includes(knownStatus(status)) ? 'submittedAt' : '-submittedAt'
}

/** True where fewer show than the whole queue, or than all that were ever submitted. */
export function isFiltered({ q, status, claimed }: ApplicationFilters): boolean {
  const isWhole = ['open', 'all'].includes(knownStatus(status))
  return q !== '' || !isWhole || knownClaimed(claimed) !== undefined
}

export function knownStatus(status: string): (typeof applicationStatuses)[number] | 'open' | 'all' {
  return statusOptions.find(({ value }) => value === status)?.value ?? 'open'
}
