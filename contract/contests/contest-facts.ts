import type { ComplaintStatus } from './complaints.ts'
import type { OwnDecision } from './contests.ts'

/** Of the page behind a signed link. */
export interface OwnDecisionsFacts {
  token: string
  /** Empty where only a company is named. */
  firstName: string
  /** The signed time at which the page was opened; the form sends it back. */
  formTime: string
  /** Newest first. */
  decisions: OwnDecision[]
  /** Path of the page with older decisions; null on the last one. */
  older: string | null
  isFirst: boolean
}

/** Mails about contests and complaints, each with its facts. */
export interface ContestMails {
  /** The receipt of a contest. */
  contest_received: {
    name: string
    decision: string
    /** The last day for the answer, e.g. 'Tue 29 Dec 2026'. */
    by: string
    /** The page with the person's decisions. */
    url: string
  }
  appeal_answered: {
    name: string
    /** YYYY-MM. */
    month: string
    outcome: 'upheld' | 'declined'
    answer: string
    portalUrl: string
  }
  contest_answered: {
    name: string
    decision: string
    outcome: 'upheld' | 'changed' | 'withdrawn'
    answer: string
    url: string
  }
  /** To a person who asked staff for the link. */
  decisions_link: { name: string; url: string }
  /** To a person who may not have complained, so it repeats no input but the name. */
  complaint_received: { name: string; number: number; by: string }
  complaint_answered: {
    name: string
    number: number
    outcome: Exclude<ComplaintStatus, 'open'>
    answer: string
  }
}
