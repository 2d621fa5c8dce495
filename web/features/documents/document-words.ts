import { addDays } from '#contract/calendar.ts'
import type { ReviewDocument, ReviewDocumentDetails } from '#contract/document-reviews.ts'
import { type AccreditationState, type DocumentStatus, documentStatusLabels } from '#contract/documents.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import type { Tone } from '#web/ui/tone.ts'

const tones: Record<DocumentStatus, Tone> = { pending: 'amber', approved: 'green', rejected: 'red' }

type Look = { tone: Tone; label: string }

/** Approved and past its last day counts no more, and says so. */
export function documentLook({
  status,
  expired = false,
}: {
  status: DocumentStatus
  expired?: boolean
}): Look {
  if (status === 'approved' && expired) return { tone: 'red', label: 'Expired' }
  return { tone: tones[status], label: documentStatusLabels[status] }
}

export const accreditationTones: Record<AccreditationState, Tone> = {
  in_progress: 'amber',
  conditional: 'blue',
  accredited: 'green',
  lapsed: 'red',
}

type Event = ReviewDocumentDetails['history'][number]
const eventLooks: Record<string, Look> = {
  uploaded: { tone: 'grey', label: 'Uploaded' },
  claimed: { tone: 'blue', label: 'Claimed' },
  given_back: { tone: 'grey', label: 'Unassigned' },
  approved: { tone: 'green', label: 'Approved' },
  rejected: { tone: 'red', label: 'Rejected' },
  asked: { tone: 'amber', label: 'Newer copy asked for' },
  reminded: { tone: 'grey', label: 'Reminded of its end' },
  expired: { tone: 'red', label: 'Expired' },
}

/** A kind of event that is newer than this screen shows as it is called. */
export function eventLook(type: Event['type']): Look {
  return eventLooks[type] ?? { tone: 'grey', label: type }
}

const DAY_MS = 86_400_000

/** Documents end with the day in Sydney. */
const ZONE = 'Australia/Sydney'

/** The day that it is where documents end. */
export function todayFor(now: number): string {
  return dayIn(ZONE, now)
}

/** 'Ended 3 days ago', 'Ends today', 'Ends in 12 days'; both days written YYYY-MM-DD. */
export function endsText(expiresOn: string, today: string): string {
  const days = Math.round((Date.parse(expiresOn) - Date.parse(today)) / DAY_MS)
  if (days === 0) return 'Ends today'
  return days < 0 ? `Ended ${countOf(-days, 'day')} ago` : `Ends in ${countOf(days, 'day')}`
}

/** Past its end, within the month, later. */
export function endsTone(expiresOn: string, today: string): Tone {
  if (expiresOn < today) return 'red'
  return expiresOn <= addDays(today, 30) ? 'amber' : 'grey'
}

/** 'photo-id.pdf, version 2' */
export function versionText({ version }: { version: number }): string {
  return `Version ${formatNumber(version)}`
}

/** What it is and whose: 'Photo ID of Ann Ng'. */
export function documentName({
  documentType,
  broker,
}: Pick<ReviewDocument, 'documentType' | 'broker'>): string {
  return `${documentType.name} of ${broker.name}`
}
