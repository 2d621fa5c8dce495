import { addDays, daysBetween, SYDNEY } from '#contract/calendar.ts'
import type { ReviewDocument, ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'
import {
  type AccreditationState,
  type DocumentStatus,
  documentStatusLabels,
} from '#contract/documents/documents.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import type { Tone } from '#web/ui/tone.ts'

const tones: Record<DocumentStatus, Tone> = { pending: 'amber', approved: 'green', rejected: 'red' }

type Look = { tone: Tone; label: string }

/** An approved document past its expiry date shows as expired. */
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
  asked: { tone: 'amber', label: 'New version requested' },
  reminded: { tone: 'grey', label: 'Expiry reminder sent' },
  expired: { tone: 'red', label: 'Expired' },
}

/** Event types unknown to this screen show their raw name. */
export function eventLook(type: Event['type']): Look {
  return eventLooks[type] ?? { tone: 'grey', label: type }
}

/** Documents expire at the end of a Sydney day. */
export function sydneyToday(now: number): string {
  return dayIn(SYDNEY, now)
}

/** 'Expired 3 days ago', 'Expires today', 'Expires in 12 days'; both days as YYYY-MM-DD. */
export function expiryText(expiresOn: string, today: string): string {
  const days = daysBetween(today, expiresOn)
  if (days === 0) return 'Expires today'
  return days < 0 ? `Expired ${countOf(-days, 'day')} ago` : `Expires in ${countOf(days, 'day')}`
}

/** Red once expired, amber for the last 30 days, grey before. */
export function expiryTone(expiresOn: string, today: string): Tone {
  if (expiresOn < today) return 'red'
  return expiresOn <= addDays(today, 30) ? 'amber' : 'grey'
}

/** 'Version 2' */
export function versionText({ version }: { version: number }): string {
  return `Version ${formatNumber(version)}`
}

/** 'Photo ID of Ann Ng' */
export function documentName({
  documentType,
  broker,
}: Pick<ReviewDocument, 'documentType' | 'broker'>): string {
  return `${documentType.name} of ${broker.name}`
}
