// Decides which applications are editable or open, and how they are compared with brokers.

import type { ApplicationStatus } from '#contract/accreditations.ts'

/** Statuses in which the applicant can edit the form. */
export const editableStatuses = ['draft', 'info_requested'] as const satisfies ApplicationStatus[]

export function isEditable(status: string): boolean {
  return (editableStatuses as readonly string[]).includes(status)
}

/** Statuses that still need an action from a reviewer or the applicant. */
export const openStatuses = [
  'submitted',
  'in_review',
  'info_requested',
] as const satisfies ApplicationStatus[]
