// Decides what an application may become, who may act on it, and how it is compared with brokers.

import {
  type ApplicationStatus,
  applicationStatuses,
  applicationTransitions,
} from '#contract/accreditations.ts'

/** The statuses that this one may follow. */
export function statusesBefore(after: ApplicationStatus): ApplicationStatus[] {
  return applicationStatuses.filter((status) => applicationTransitions[status].includes(after))
}

/** Statuses in which the applicant's form is open to the applicant. */
export const editableStatuses = ['draft', 'info_requested'] as const satisfies ApplicationStatus[]

export function isEditable(status: string): boolean {
  return (editableStatuses as readonly string[]).includes(status)
}

/** Statuses in which somebody still has to do something. */
export const openStatuses = [
  'submitted',
  'in_review',
  'info_requested',
] as const satisfies ApplicationStatus[]

/** As brokers' numbers are compared: letters and digits only. */
export function plainAsicNumber(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/** 'Mei-Lin van der Berg' → Mei-Lin, van der Berg. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/** Why a decision cannot be taken now, fit to show to staff. */
export function whyNot(
  status: ApplicationStatus,
  claimedBy: { id: number; name: string } | null,
  userId: number | null,
): string {
  if (status === 'approved') return 'This application has already been approved.'
  if (status === 'declined') return 'This application has already been declined.'
  if (status === 'draft') return 'This application is a draft: it has not been submitted yet.'
  if (claimedBy && claimedBy.id !== userId) return `${claimedBy.name} has this application in hand.`
  if (status === 'info_requested') return 'The applicant was asked for more information: wait for the reply.'
  return 'This application has changed in the meantime. Reload it.'
}
