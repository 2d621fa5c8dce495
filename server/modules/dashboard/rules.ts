// Calculates the figures of the dashboard from counts.

import { roundHalfUp } from '#contract/percent.ts'

/** Counts of one period. */
export interface PeriodCounts {
  /** Dials, without test calls. */
  calls: number
  ended: number
  responses: number
  meetings: number
  accreditations: number
}

/** Measures of the cards. */
export const CARD_MEASURES = ['calls', 'ended', 'responded', 'meetings', 'applications'] as const

const oneDecimal = (value: number): number => roundHalfUp(value)

/** Calls with a response as a percentage of ended calls; 0 when none has ended. */
export function responseRate({ responses, ended }: Pick<PeriodCounts, 'responses' | 'ended'>): number {
  return ended === 0 ? 0 : (responses / ended) * 100
}

/** Change in percent, one decimal; null without an earlier figure to compare with. */
export function change(now: number, before: number): number | null {
  return before === 0 ? null : oneDecimal(((now - before) / before) * 100)
}

/** The four cards: all time, and the last 7 days against the 7 before. */
export function dashboardFigures(all: PeriodCounts, last: PeriodCounts, before: PeriodCounts) {
  return {
    totalCalls: all.calls,
    responseRate: oneDecimal(responseRate(all)),
    meetingsBooked: all.meetings,
    accreditations: all.accreditations,
    changes: {
      totalCalls: change(last.calls, before.calls),
      responseRate: change(responseRate(last), responseRate(before)),
      meetingsBooked: change(last.meetings, before.meetings),
      accreditations: change(last.accreditations, before.accreditations),
    },
  }
}

/** The four cards on one day. */
export function dayFigures(counts: PeriodCounts | undefined) {
  const { calls = 0, ended = 0, meetings = 0, accreditations = 0, responses = 0 } = counts ?? {}
  const rate = ended === 0 ? null : oneDecimal(responseRate({ responses, ended }))
  return { calls, responseRate: rate, meetings, accreditations }
}
