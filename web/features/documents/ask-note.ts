import type { ReviewDocument } from '#contract/document-reviews.ts'
import { formatDay } from '#web/lib/zoned-days.ts'
import { todayFor } from './document-words.ts'

export type AskSubject = Pick<
  ReviewDocument,
  'broker' | 'documentType' | 'status' | 'expiresOn' | 'askedNote'
>

/** What the request begins with: what was asked before, else that the copy ends or has ended, else nothing. */
export function askNote({ status, expiresOn, askedNote }: AskSubject, now: number): string {
  if (askedNote) return askedNote
  if (status !== 'approved' || expiresOn === null) return ''
  const ends = expiresOn < todayFor(now) ? 'ended' : 'ends'
  return `The copy that we have ${ends} on ${formatDay(expiresOn, true)}. Please upload the current one.`
}
