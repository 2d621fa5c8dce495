/** The status of each document and the broker's next step. Pure: `now` is an argument. */
import { daysBetween, SYDNEY } from '#contract/calendar.ts'
import { type DocumentEntry, documentStatusLabels, type OwnDocument } from '#contract/documents/documents.ts'
import { formatDate } from '#web/lib/dates.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import type { Tone } from '#web/ui/tone.ts'

/** Days before expiry when a document is due for renewal, the time of the first reminder. */
export const ENDING_DAYS = 60

const statusTones: Record<string, Tone> = { pending: 'amber', approved: 'green', rejected: 'red' }

export interface Standing {
  label: string
  tone: Tone
}

/** The badge of a document; an unexpected status displays as 'Unknown'. */
export function standingOf(document: Pick<OwnDocument, 'status' | 'expired'> | null): Standing {
  if (!document) return { label: 'Not uploaded', tone: 'grey' }
  if (document.expired) return { label: 'Expired', tone: 'red' }
  const labels: Record<string, string> = documentStatusLabels
  return { label: labels[document.status] ?? 'Unknown', tone: statusTones[document.status] ?? 'grey' }
}

/** Why a broker should upload a document. */
export type Need = 'asked' | 'rejected' | 'expired' | 'missing' | 'ending'

/** The broker's next step for a type; null for none. */
export function needOf({ documentType, document, askedNote }: DocumentEntry, now: number): Need | null {
  if (askedNote !== null) return 'asked'
  if (!document) return documentType.required ? 'missing' : null
  if (document.status === 'rejected') return 'rejected'
  if (document.expired) return 'expired'
  const left = document.status === 'approved' && document.expiresOn ? daysLeft(document.expiresOn, now) : null
  return left !== null && left <= ENDING_DAYS ? 'ending' : null
}

/** How many required documents were never uploaded: neither pending, approved nor rejected. */
export const missingOf = (entries: readonly DocumentEntry[]): number =>
  entries.filter(({ documentType, document }) => documentType.required && !document).length

const urgency: readonly Need[] = ['asked', 'rejected', 'expired', 'missing', 'ending']

/** The most urgent next step; required types first. */
export function nextUpload(
  entries: readonly DocumentEntry[],
  now: number,
): { entry: DocumentEntry; need: Need } | null {
  const wanted = entries.flatMap((entry) => {
    const need = needOf(entry, now)
    return need ? [{ entry, need }] : []
  })
  const rank = ({ entry, need }: (typeof wanted)[number]): number =>
    (need === 'asked' || entry.documentType.required ? 0 : urgency.length) + urgency.indexOf(need)
  return wanted.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

/**
 * The required types: the open ones, with those that wait for the broker before those under review, and the approved
 * ones.
 */
export function nextSteps<E extends DocumentEntry>(
  entries: readonly E[],
  now: number,
): { open: E[]; approved: E[] } {
  const required = entries.filter(({ documentType }) => documentType.required)
  const isDone = (entry: E): boolean => entry.fulfilled && needOf(entry, now) === null
  return {
    open: required
      .filter((entry) => !isDone(entry))
      .toSorted((a, b) => urgencyOf(a, now) - urgencyOf(b, now)),
    approved: required.filter(isDone),
  }
}

/** 0 is the most urgent; those that need nothing from the broker are last. */
function urgencyOf(entry: DocumentEntry, now: number): number {
  const need = needOf(entry, now)
  return need ? urgency.indexOf(need) : urgency.length
}

/** Those with a document, the newest upload first. */
export function byUpload<E extends DocumentEntry>(entries: readonly E[]): (E & { document: OwnDocument })[] {
  const uploaded = entries.flatMap((entry) =>
    entry.document ? [{ ...entry, document: entry.document }] : [],
  )
  return uploaded.toSorted((a, b) => Date.parse(b.document.uploadedAt) - Date.parse(a.document.uploadedAt))
}

/** Those with a document: the ones to upload again first, then the newest upload. */
export function byNeed<E extends DocumentEntry>(
  entries: readonly E[],
  now: number,
): (E & { document: OwnDocument })[] {
  return byUpload(entries).toSorted((a, b) => urgencyOf(a, now) - urgencyOf(b, now))
}

/** 'Re-upload' for a document that is not approved or no longer counts. */
export function uploadLabel(document: OwnDocument | null): string {
  return document && (document.status !== 'approved' || document.expired) ? 'Re-upload' : 'Upload'
}

/** Whole days until a document's last day in Sydney; negative after it. */
export function daysLeft(expiresOn: string, now: number): number {
  return daysBetween(dayIn(SYDNEY, now), expiresOn)
}

/** Text about the expiry date; null for a document that does not expire. */
export function expiryText(
  { expiresOn, expired }: Pick<OwnDocument, 'expiresOn' | 'expired'>,
  now: number,
): string | null {
  if (!expiresOn) return null
  const day = formatDate(expiresOn, { now })
  if (expired) return `Expired on ${day} and no longer counts. Please upload the current one.`
  const left = daysLeft(expiresOn, now)
  if (left > ENDING_DAYS) return `Valid until ${day}`
  return `${expiresText(left)}, on ${day}. Upload the new one before then; this one counts until its last day.`
}

const expiresText = (left: number): string =>
  left <= 0 ? 'Expires today' : left === 1 ? 'Expires tomorrow' : `Expires in ${left} days`

/** 'Expires in 21 days' or 'Expired on Tue 3 Nov'; null for a document that is not due for renewal. */
export function renewalText(
  document: Pick<OwnDocument, 'status' | 'expiresOn' | 'expired'> | null,
  now: number,
): string | null {
  if (!document?.expiresOn) return null
  if (document.expired) return `Expired on ${formatDate(document.expiresOn, { now })}`
  const left = daysLeft(document.expiresOn, now)
  return document.status === 'approved' && left <= ENDING_DAYS ? expiresText(left) : null
}
