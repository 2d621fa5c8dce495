import { shortDayName } from '#contract/calendar.ts'
import type { ReviewDocument } from '#contract/documents/document-reviews.ts'
import { sydneyToday } from './document-labels.ts'

export type RequestSubject = Pick<
  ReviewDocument,
  'broker' | 'documentType' | 'status' | 'expiresOn' | 'askedNote'
>

/** The request's initial text: the previous request, else a note on the expiry, else ''. */
export function requestNote({ status, expiresOn, askedNote }: RequestSubject, now: number): string {
  if (askedNote) return askedNote
  if (status !== 'approved' || expiresOn === null) return ''
  const ends = expiresOn < sydneyToday(now) ? 'expired' : 'expires'
  return `Our copy ${ends} on ${shortDayName(expiresOn, true)}. Please upload the current one.`
}
