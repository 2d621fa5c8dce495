// Decides which applications are open to whom, and how they are compared with brokers.

import type { ApplicationStatus } from '#contract/accreditations.ts'

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
