import { listReviewDocuments } from '#contract/document-reviews.ts'
import { type documentStatuses, documentStatusLabels } from '#contract/documents.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { knownClaimed } from '#web/ui/review/queue-filters.ts'

/** The part of the page that is open. */
export const tabState = { tab: 'review' }

/** As it stands in the address; '' of sort is the status's own order. */
export const documentFilters = { q: '', status: 'pending', type: '', claimed: '', age: '', sort: '' }
export type DocumentFilters = typeof documentFilters
export type DocumentQuery = Partial<QueryOf<typeof listReviewDocuments>>

/** How far ahead the list of what ends next looks. */
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

/** The query of these filters; what an old or mistyped address holds and nobody knows is left out. */
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

/** Approved documents that end within the next days, or have ended; soonest first. */
export function expiringQuery(q: string): DocumentQuery {
  return { ...(q ? { q } : {}), expiringWithinDays: EXPIRING_DAYS, sort: 'expiresOn' }
}

/** Who waits longest comes first in the queue; of what is decided the newest. */
export function sortOf({ sort, status }: DocumentFilters): string {
  if (sort && listReviewDocuments.query.shape.sort.safeParse(sort).success) return sort
  return knownStatus(status) === 'pending' ? 'uploadedAt' : '-uploadedAt'
}

/** True where fewer show than the whole queue, or than all that were ever uploaded. */
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

/** An id as it stands in an address; null for anything else. */
export function knownId(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** 'No approved documents', by the status that is shown. */
export function emptyTitle(status: string): string {
  const known = knownStatus(status)
  if (known === 'all') return 'No documents yet'
  return known === 'pending'
    ? 'Nothing to review'
    : `No documents are ${documentStatusLabels[known].toLowerCase()}`
}
