import { type ApplicationStatus, applicationTransitions } from '#contract/accreditations.ts'
import type { Application } from '#contract/applications.ts'

export type Decision = 'approve' | 'request_info' | 'decline'
type Subject = Pick<Application, 'status' | 'claimedBy'>

/** Who looks at it. */
export interface Reviewer {
  id: number
  isAdmin: boolean
}

const becomes: Record<Decision, ApplicationStatus> = {
  approve: 'approved',
  request_info: 'info_requested',
  decline: 'declined',
}

/** Why this cannot be decided now, by the table of transitions and by who has it in hand; null when it can. */
export function decisionRefusal(
  subject: Subject,
  decision: Decision,
  reviewer: Reviewer | null,
): string | null {
  if (!applicationTransitions[subject.status].includes(becomes[decision])) return standstill(subject.status)
  return inOtherHands(subject, reviewer)
}

interface ClaimState {
  /** What the button does. */
  claim: boolean
  label: string
  refusal: string | null
}

/** Claim, or give back; an admin may give back what somebody else holds. */
export function claimState(subject: Subject, reviewer: Reviewer | null): ClaimState {
  const { status, claimedBy } = subject
  const isOver = applicationTransitions[status].length === 0
  if (claimedBy && claimedBy.id === reviewer?.id) {
    return { claim: false, label: 'Give back', refusal: isOver ? standstill(status) : null }
  }
  if (claimedBy) {
    const label = reviewer?.isAdmin ? `Give back for ${claimedBy.name}` : 'Claim'
    const isFree = reviewer?.isAdmin && !isOver
    return {
      claim: false,
      label,
      refusal: isFree ? null : isOver ? standstill(status) : inOtherHands(subject, reviewer),
    }
  }
  const may = applicationTransitions[status].includes('in_review')
  return { claim: true, label: 'Claim', refusal: may ? null : standstill(status) }
}

function inOtherHands({ claimedBy }: Subject, reviewer: Reviewer | null): string | null {
  return claimedBy && claimedBy.id !== reviewer?.id ? `${claimedBy.name} has this application in hand.` : null
}

function standstill(status: ApplicationStatus): string {
  switch (status) {
    case 'draft':
      return 'This is a draft: it has not been submitted yet.'
    case 'info_requested':
      return 'More was asked of the applicant: the answer is awaited.'
    case 'approved':
      return 'This application has already been approved.'
    case 'declined':
      return 'This application has already been declined.'
    default:
      return 'This does not follow now.'
  }
}
