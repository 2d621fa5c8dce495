// Decides which loans count for a month: those lodged in it and in the months before, defaults for longer.

import { addMonths, firstDayOf, lastDayOf, type Month } from '#contract/calendar.ts'
import type { ScorecardRules } from '#contract/scoring/scorecards.ts'

export interface ScoreWindow {
  /** First and last day, YYYY-MM-DD. */
  from: string
  to: string
  defaultsFrom: string
}

export function windowOf(
  month: Month,
  { windowMonths, defaultsMonths }: Pick<ScorecardRules, 'windowMonths' | 'defaultsMonths'>,
): ScoreWindow {
  return {
    from: firstDayOf(addMonths(month, 1 - windowMonths)),
    to: lastDayOf(month),
    defaultsFrom: firstDayOf(addMonths(month, 1 - Math.max(windowMonths, defaultsMonths))),
  }
}
