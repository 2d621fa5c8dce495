// Decides which applications are editable or open, and how they are compared with brokers.

import { type ApplicationStatus, hasPapers } from '#contract/accreditations/accreditations.ts'

/** Statuses in which the applicant can edit the form. */
export const editableStatuses = ['draft', 'info_requested'] as const satisfies ApplicationStatus[]

export function isEditable(status: string): boolean {
  return (editableStatuses as readonly string[]).includes(status)
}

/** Whether applications cannot be submitted because nothing is linked that an applicant could agree to. */
export const isClosed = (
  { demo }: { demo: boolean },
  lender: { termsUrl: string; privacyUrl: string },
): boolean => !demo && !hasPapers(lender)

/** Statuses that need an action from a reviewer. */
export const waitingStatuses = ['submitted', 'in_review'] as const satisfies ApplicationStatus[]

/** Statuses that still need an action from a reviewer or the applicant. */
export const openStatuses = [...waitingStatuses, 'info_requested'] as const satisfies ApplicationStatus[]
