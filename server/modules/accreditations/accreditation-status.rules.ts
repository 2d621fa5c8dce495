// Decides how far a broker's accreditation is, from their application and their documents.

import type { AccreditationState } from '#contract/documents.ts'

export interface AccreditationFacts {
  before: AccreditationState
  /** An application of this broker was approved. */
  applicationApproved: boolean
  /** Types of document that are needed. */
  required: number
  /** Those of them with an approved document that has not ended. */
  fulfilled: number
}

/**
 * Accredited: every needed document is approved, and at least one is needed. Whoever was accredited once and misses
 * one is lapsed, never in progress again. Where nothing is needed any more nothing is missing either: all stays.
 */
export function accreditationStatusOf({
  before,
  applicationApproved,
  required,
  fulfilled,
}: AccreditationFacts): AccreditationState {
  if (required > 0 && fulfilled === required) return 'accredited'
  if (before === 'accredited' || before === 'lapsed') return required > 0 ? 'lapsed' : before
  return applicationApproved ? 'conditional' : 'in_progress'
}

const rank: Record<AccreditationState, number> = { in_progress: 0, conditional: 1, lapsed: 2, accredited: 3 }

/** Of two records of one broker the one that has come further tells how it was before. */
export function further<Standing extends { status: AccreditationState }>(a: Standing, b: Standing): Standing {
  return rank[b.status] > rank[a.status] ? b : a
}

/** What is told of a change: in the timeline, and by mail; null: nobody needs to hear of it. */
export interface Notification {
  activity: string
  words: string
  mail: 'accredited' | 'lapsed'
}

export const notificationTable: Record<AccreditationState, Notification | null> = {
  in_progress: null,
  // the approval of the application told of it
  conditional: null,
  accredited: {
    activity: 'accreditation_complete',
    words: 'Accredited: all required documents are approved',
    mail: 'accredited',
  },
  lapsed: {
    activity: 'accreditation_lapsed',
    words: 'Accreditation lapsed: a required document is missing',
    mail: 'lapsed',
  },
}
