// Decides what each decision of a reviewer makes of an application, and in which words it is told.

import type { ApplicationStatus } from '#contract/accreditations.ts'

export interface Decision {
  status: Extract<ApplicationStatus, 'approved' | 'info_requested' | 'declined'>
  /** In the audit log. */
  action: string
  /** On the broker's timeline. */
  words: string
  /** Nothing follows it. */
  final: boolean
}

export const decisionTable: Record<'approve' | 'request_info' | 'decline', Decision> = {
  approve: {
    status: 'approved',
    action: 'application.approved',
    words: 'Accreditation approved',
    final: true,
  },
  request_info: {
    status: 'info_requested',
    action: 'application.info_requested',
    words: 'Requested more information on the accreditation application',
    final: false,
  },
  decline: {
    status: 'declined',
    action: 'application.declined',
    words: 'Accreditation declined',
    final: true,
  },
}
