// Decides the deadline of a contest, and the words in which tasks, audit log and timeline name it.

import { automatedDecisions } from '#contract/automated-decisions.ts'
import { addDays } from '#contract/calendar.ts'
import { CONTEST_DAYS, type ContestStatus } from '#contract/contests/contests.ts'
import type { DecisionKind } from '#contract/decisions/decision-kinds.ts'
import { APPEAL_DAYS } from '#contract/scoring/score-appeals.ts'

/** The last day for the answer. @param today YYYY-MM-DD */
export const dueDay = (kind: DecisionKind, today: string): string =>
  addDays(today, kind === 'score' ? APPEAL_DAYS : CONTEST_DAYS)

interface Named {
  kind: DecisionKind
  reference: string
}

/** 'Whether a document has expired' */
export const labelOf = (kind: DecisionKind): string => automatedDecisions[kind].label

/** Of the task, and of the entry in the timeline. */
export const madeText = ({ kind, reference }: Named): string =>
  kind === 'score' ? `Appealed against the score for ${reference}` : `Contested a decision: ${labelOf(kind)}`

const outcomes: Record<Exclude<ContestStatus, 'open'>, string> = {
  upheld: 'the decision is upheld',
  changed: 'the decision is changed',
  withdrawn: 'withdrawn',
}

/** 'Contest answered, the decision is upheld: Whether a document has expired' */
export const answeredText = ({ kind, reference }: Named, status: Exclude<ContestStatus, 'open'>): string =>
  kind === 'score'
    ? `Appeal against the score for ${reference} ${appealStatusOf(status)}`
    : `Contest ${status === 'withdrawn' ? 'withdrawn' : `answered, ${outcomes[status]}`}: ${labelOf(kind)}`

/** An appeal against a score is upheld where the decision is changed. */
export function appealStatusOf<Status extends ContestStatus>(status: Status) {
  if (status === 'changed') return 'upheld' as const
  return status === 'upheld' ? ('declined' as const) : (status as 'open' | 'withdrawn')
}
