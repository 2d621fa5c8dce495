import type { ApplicationStatus } from '#contract/accreditations/accreditations.ts'
import type { NoticeTone } from '../ui/Notice.tsx'

interface StatusWords {
  title: string
  text: string
  /** Above the reviewer's words. */
  reasonTitle: string
  tone: NoticeTone
}

/**
 * The applicant's text for each status. @param outstanding required documents that are still missing after an approval
 */
export function statusWords(
  status: ApplicationStatus,
  lender: string,
  outstanding: readonly string[],
): StatusWords {
  if (status === 'approved' && outstanding.length > 0) {
    return {
      title: 'Your application is approved',
      text: `Welcome to ${lender}. Before you can submit loans, upload these documents in the broker portal, where you sign in or register with the email address of your application.`,
      reasonTitle: 'A note from the reviewer',
      tone: 'success',
    }
  }
  const words: Record<ApplicationStatus, StatusWords> = {
    draft: {
      title: 'Not submitted yet',
      text: 'Your application is saved as a draft. Finish and submit it when you are ready.',
      reasonTitle: 'Note',
      tone: 'info',
    },
    submitted: {
      title: 'We have your application',
      text: 'A reviewer will look at it next. You will hear from us by email.',
      reasonTitle: 'Note',
      tone: 'info',
    },
    in_review: {
      title: 'Your application is in review',
      text: 'A reviewer is looking at it now. You will hear from us by email.',
      reasonTitle: 'Note',
      tone: 'info',
    },
    info_requested: {
      title: 'We need more information',
      text: 'Please add what the reviewer requested and submit the application again. What you sent is kept.',
      reasonTitle: 'The reviewer’s request',
      tone: 'warning',
    },
    approved: {
      title: 'You are accredited',
      text: `Welcome to ${lender}. You can submit loans from now on.`,
      reasonTitle: 'A note from the reviewer',
      tone: 'success',
    },
    declined: {
      title: 'Your application was declined',
      text: 'This application was not successful.',
      reasonTitle: 'Reason',
      tone: 'error',
    },
  }
  return words[status]
}

export type StepState = 'done' | 'current' | 'ahead' | 'stopped'

/** The state of each of the three steps. */
export function stepsOf(status: ApplicationStatus): { label: string; state: StepState }[] {
  const states: Record<ApplicationStatus, readonly [StepState, StepState, StepState]> = {
    draft: ['current', 'ahead', 'ahead'],
    submitted: ['done', 'current', 'ahead'],
    in_review: ['done', 'current', 'ahead'],
    info_requested: ['current', 'ahead', 'ahead'],
    approved: ['done', 'done', 'done'],
    declined: ['done', 'done', 'stopped'],
  }
  const decision = status === 'approved' ? 'Approved' : status === 'declined' ? 'Declined' : 'Decision'
  const labels = [status === 'info_requested' ? 'More requested' : 'Submitted', 'Review', decision]
  return labels.map((label, index) => ({ label, state: states[status][index] ?? 'ahead' }))
}
