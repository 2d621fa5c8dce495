import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { type Month, monthOf, SYDNEY } from '#contract/calendar.ts'
import { countOf } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { monthText } from './score-labels.ts'

/** Loans of a month arrive during the next one; older scores are not the present ones. */
const CURRENT_MONTHS = 2
const lookAgain = (): number => 3_600_000

/** How old the newest scores are, and how to renew them; empty where they are current or another month is shown. */
export function ScoreAge({ month, newest }: { month: string; newest: string | null }): ReactElement | null {
  const age = monthsBetween(month, monthOf(dayIn(SYDNEY, useNow(lookAgain))))
  if (month !== newest || age <= CURRENT_MONTHS) return null
  return (
    <p className="text-amber-ink">
      The latest scores are of {monthText(month)}, {countOf(age, 'month')} old.{' '}
      <Link to="/scoring/loans" className="rounded underline underline-offset-2">
        Import newer loans
      </Link>{' '}
      to update them.
    </p>
  )
}

function monthsBetween(from: Month, to: Month): number {
  const count = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return count(to) - count(from)
}
