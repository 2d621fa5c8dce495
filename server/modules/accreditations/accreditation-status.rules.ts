// Decides the status of a broker's accreditation, from their application and their documents.

import type { AccreditationState } from '#contract/documents/documents.ts'

export interface AccreditationFacts {
  before: AccreditationState
  /** This broker has an approved application. */
  applicationApproved: boolean
  /** Number of required document types. */
  required: number
  /** How many of them have an approved document that has not expired. */
  fulfilled: number
}

/**
 * Accredited: at least one document is required, and all required ones are approved. A broker who was accredited and
 * lacks one is lapsed, never in progress again. If no document is required any more, that status stays.
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

/** On a merge the higher status wins. */
export function higherStatus<Row extends { status: AccreditationState }>(a: Row, b: Row): Row {
  return rank[b.status] > rank[a.status] ? b : a
}

/** The timeline entry and the email of a change of status. */
export interface Notification {
  activity: string
  description: string
  mail: 'accredited' | 'lapsed'
}

/** null: the change is not announced. */
export const notificationTable: Record<AccreditationState, Notification | null> = {
  in_progress: null,
  // announced by the application's approval
  conditional: null,
  accredited: {
    activity: 'accreditation_complete',
    description: 'Accredited: all required documents are approved',
    mail: 'accredited',
  },
  lapsed: {
    activity: 'accreditation_lapsed',
    description: 'Accreditation lapsed: a required document is missing',
    mail: 'lapsed',
  },
}
