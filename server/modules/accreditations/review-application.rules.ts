// The rules specific to reviews of applications: the decisions, and why none can be made in a status.

import type { ApplicationStatus } from '#contract/accreditations/accreditations.ts'
import { type ApplicationDecision, applicationReviewTable } from '#contract/accreditations/applications.ts'
import type { Refusal, ReviewRules } from '#server/modules/reviews/decide-review.rules.ts'

export interface Decision {
  status: Extract<ApplicationStatus, 'approved' | 'info_requested' | 'declined'>
  /** On the broker's timeline. */
  description: string
  /** No other decision can follow. */
  final: boolean
}

export const decisionTable: Record<ApplicationDecision, Decision> = {
  approve: { status: 'approved', description: 'Accreditation approved', final: true },
  request_info: {
    status: 'info_requested',
    description: 'Requested more information on the accreditation application',
    final: false,
  },
  decline: { status: 'declined', description: 'Accreditation declined', final: true },
}

export const applicationRules: ReviewRules<ApplicationStatus, ApplicationDecision> = {
  noun: 'application',
  table: applicationReviewTable,
  // requested information returns to the reviewer who requested it
  keepsClaim: true,
  standstill: ({ status }) => standstills[status],
}

const CHANGED = 'This application has changed in the meantime. Reload it.'

const standstills: Record<ApplicationStatus, Refusal> = {
  draft: {
    code: 'rule_forbids',
    message: 'This application is a draft: it has not been submitted yet.',
  },
  info_requested: {
    code: 'conflict',
    message: 'The applicant was asked for more information: wait for the reply.',
  },
  approved: { code: 'conflict', message: 'This application has already been approved.' },
  declined: { code: 'conflict', message: 'This application has already been declined.' },
  // every move is allowed in these statuses, so the status has changed meanwhile
  submitted: { code: 'conflict', message: CHANGED },
  in_review: { code: 'conflict', message: CHANGED },
}

/**
 * The broker who certainly matches: the only one with the email address or the ASIC number. A phone alone is shared by
 * colleagues. Null without a match, or with several.
 */
export function certainMatch(
  alike: readonly { id: number; same: readonly ('email' | 'phone' | 'asicNumber' | 'name')[] }[],
): number | null {
  const [one, ...others] = alike.filter(({ same }) => same.includes('email') || same.includes('asicNumber'))
  return one && others.length === 0 ? one.id : null
}
