import { listReviewDocuments } from '#contract/documents/document-reviews.ts'
import { type documentStatuses, documentStatusLabels } from '#contract/documents/documents.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { knownClaimed } from '#web/ui/review/queue-filters.ts'

/** The open tab. */
export const tabState = { tab: 'review' }

/** Filters as held in the URL; an empty sort means the status's default order. */
export const documentFilters = { q: '', status: 'pending', type: '', claimed: '', age: '', sort: '' }
export type DocumentFilters = typeof documentFilters
export type DocumentQuery = Partial<QueryOf<typeof listReviewDocuments>>

/** How many days ahead the expiring list looks. */
export const EXPIRING_DAYS = 60

export const statusOptions = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All statuses' },
] as const

export const ageOptions = [
  { value: '', label: 'Any age' },
  { value: '1', label: '1 day or older' },
  { value: '3', label: '3 days or older' },
  { value: '7', label: '7 days or older' },
  { value: '30', label: '30 days or older' },
] as const

/** Builds the query from the filters and drops unknown values, e.g. from an old or mistyped URL. */
export function documentQuery(filters: DocumentFilters): DocumentQuery {
  const status = knownStatus(filters.status)
  const claimed = knownClaimed(filters.claimed)
  const documentTypeId = knownId(filters.type)
  const age = knownAge(filters.age)
  return {
    ...(filters.q ? { q: filters.q } : {}),
    ...(status === 'all' ? {} : { status }),
    ...(claimed ? { claimed } : {}),
    ...(documentTypeId ? { documentTypeId } : {}),
    ...(age ? { olderThanDays: Number(age) } : {}),
    sort: sortOf(filters),
  }
}

/** Approved documents that have expired or expire soon; soonest first. */
export function expiringQuery(q: string): DocumentQuery {
  return { ...(q ? { q } : {}), expiringWithinDays: EXPIRING_DAYS, sort: 'expiresOn' }
}

/** Oldest first in the queue, newest first among decided documents. */
export function sortOf({ sort, status }: DocumentFilters): string {
  if (sort && listReviewDocuments.query.shape.sort.safeParse(sort).success) return sort
  return knownStatus(status) === 'pending' ? 'uploadedAt' : '-uploadedAt'
}

/** True if the filters narrow the whole queue or the list of all documents. */
export function isFiltered({ q, status, type, claimed, age }: DocumentFilters): boolean {
  const isWhole = ['pending', 'all'].includes(knownStatus(status))
  const isNarrowed = knownClaimed(claimed) ?? knownId(type) ?? (knownAge(age) || undefined)
  return q !== '' || !isWhole || isNarrowed !== undefined
}

export function knownStatus(status: string): (typeof documentStatuses)[number] | 'all' {
  return statusOptions.find(({ value }) => value === status)?.value ?? 'pending'
}

export function knownAge(age: string): string {
  return ageOptions.find(({ value }) => value === age)?.value ?? ''
}

/** Parses an id from the URL; null if invalid. */
export function knownId(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** Title of the empty list for a status, e.g. 'No documents yet'. */
export function emptyTitle(status: string): string {
  const known = knownStatus(status)
  if (known === 'all') return 'No documents yet'
  return known === 'pending'
    ? 'Nothing to review'
    : `No documents are ${documentStatusLabels[known].toLowerCase()}`
}
