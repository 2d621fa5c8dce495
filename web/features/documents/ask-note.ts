import { shortDayName } from '#contract/calendar.ts'
import type { ReviewDocument } from '#contract/document-reviews.ts'
import { sydneyToday } from './document-labels.ts'

export type AskSubject = Pick<
  ReviewDocument,
  'broker' | 'documentType' | 'status' | 'expiresOn' | 'askedNote'
>

/** What the request begins with: what was asked before, else that the copy ends or has ended, else nothing. */
export function askNote({ status, expiresOn, askedNote }: AskSubject, now: number): string {
  if (askedNote) return askedNote
  if (status !== 'approved' || expiresOn === null) return ''
  const ends = expiresOn < sydneyToday(now) ? 'expired' : 'expires'
  return `Our copy ${ends} on ${shortDayName(expiresOn, true)}. Please upload the current one.`
}
