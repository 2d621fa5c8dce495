// Decides the result of a review for a broker's standing.

import {
  type ComplianceStatus,
  complianceStatusLabels,
  complianceTransitions,
  type ReviewAction,
} from '#contract/surveillance/surveillance.ts'

export interface Standing {
  status: ComplianceStatus
  /** The user who proposed a suspension that is not confirmed yet. */
  proposedBy: number | null
  /** A hash of the findings that count. */
  found: string
}

export type ReviewStep = 'clear' | 'suspend' | 'propose_suspension' | 'reinstate'
export type DecidedReview = { ok: true; step: ReviewStep } | { ok: false; message: string }

const refusals: Record<ComplianceStatus, Record<ReviewAction, string>> = {
  active: {
    clear: 'Nothing is open about this broker.',
    suspend: '',
    reinstate: 'This broker is not suspended.',
  },
  flagged: {
    clear: '',
    suspend: '',
    reinstate: 'This broker is not suspended. Clear what was found instead.',
  },
  suspended: { clear: '', suspend: 'This broker is suspended already.', reinstate: '' },
}

interface AskedReview {
  action: ReviewAction
  reviewer: number
  /** The standing that the reviewer saw, if it was sent; prevents undoing a colleague's decision unseen. */
  seen?: ComplianceStatus | undefined
  /** Likewise the findings that the reviewer saw; prevents clearing unread ones. */
  found?: string | undefined
}

/** @param rules.fourEyes a suspension needs two people */
export function decideReview(
  standing: Standing,
  { action, reviewer, seen, found }: AskedReview,
  rules: { fourEyes: boolean },
): DecidedReview {
  if (seen !== undefined && seen !== standing.status) {
    const now = complianceStatusLabels[standing.status].toLowerCase()
    return { ok: false, message: `This broker is ${now} by now: look again, then decide.` }
  }
  if (action === 'clear' && found !== undefined && found !== standing.found) {
    return {
      ok: false,
      message: 'Something else is known about this broker by now: look again, then decide.',
    }
  }
  if (!complianceTransitions[standing.status].includes(action)) {
    return { ok: false, message: refusals[standing.status][action] }
  }
  if (action !== 'suspend' || !rules.fourEyes) return { ok: true, step: action }
  if (standing.proposedBy === null) return { ok: true, step: 'propose_suspension' }
  if (standing.proposedBy === reviewer) {
    return { ok: false, message: 'You proposed this suspension yourself: another person has to confirm it.' }
  }
  return { ok: true, step: 'suspend' }
}
