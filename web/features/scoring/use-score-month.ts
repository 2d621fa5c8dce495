import { scoringMonths } from '#contract/scoring/scoring.ts'
import { alwaysOffered } from '#contract/scoring/scoring-months.ts'
import { useRead } from '#web/api/use-read.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { monthText } from './score-labels.ts'

const state = { month: '' }

/** The month in the address, else the newest with scores; and those that can be chosen. */
export function useScoreMonth(): {
  /** Undefined while the months load. */
  month: string | undefined
  /** With scores; null while there are none. */
  newest: string | null
  options: { value: string; label: string }[]
  choose: (month: string) => void
} {
  const [{ month: asked }, set] = useUrlState(state)
  const { data } = useRead(scoringMonths)
  const newest = data?.find(({ scores }) => scores > 0)?.month ?? null
  const isKnown = data?.some(({ month }) => month === asked)
  return {
    month: data && (isKnown ? asked : (newest ?? alwaysOffered[0])),
    newest,
    options: (data ?? []).map(({ month }) => ({ value: month, label: monthText(month) })),
    choose: (month) => set({ month }),
  }
}
