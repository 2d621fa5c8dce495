import { monthName } from '#contract/calendar.ts'
import { type CreditScale, creditScaleTerms } from '#contract/scoring/credit-scales.ts'
import { type Criterion, criterionTerms, type Tier } from '#contract/scoring/scorecards.ts'
import { evidenceLabels, redAbove, type ScoreRow } from '#contract/scoring/scoring.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ABSENT, countOf, formatDecimal, formatNumber, formatPercent } from '#web/lib/format.ts'
import type { Tone } from '#web/ui/tone.ts'

export const tierTones: Record<Tier, Tone> = { Reward: 'green', Neutral: 'blue', Watchlist: 'red' }

/** One decimal, as specified. */
export const figure = (value: number | null, unit = ''): string =>
  value === null ? ABSENT : `${formatDecimal(value)}${unit}`

/** 'Moderate (13 loans)' */
export const evidenceText = ({ evidence, totalLoans }: ScoreRow['score']): string =>
  `${evidenceLabels[evidence]} (${countOf(totalLoans, 'loan')})`

const basisNotes: Record<ScoreRow['score']['evidence'], string> = {
  none: '',
  low: ': too few for a firm result',
  medium: ': enough for a fair result',
  high: ': enough for a firm result',
}

/** '13 loans: enough for a fair result' */
export const basisText = ({ evidence, totalLoans }: ScoreRow['score']): string =>
  `${countOf(totalLoans, 'loan')}${basisNotes[evidence]}`

/** 'Suspended since 12 Nov 2026' */
export const suspendedText = (since: string): string => `Suspended since ${formatDate(since)}`

/** 'Top 1% of brokers'. @param percentile share of brokers with a lower score, in percent */
export function rankText(percentile: number): string {
  const top = Math.max(1, 100 - percentile)
  return top <= 50 ? `Top ${top}% of brokers` : `Bottom ${Math.max(1, percentile)}% of brokers`
}

type Red = keyof typeof redAbove

/** Shown red, as specified. */
export const isRed = (name: Red, { [name]: value }: Pick<ScoreRow['score'], Red>): boolean =>
  value !== null && value > redAbove[name]

/** A value of a criterion with its unit: '5.3%', '14.2 days', '24 loans', '783 of 1200'. */
export function measureText(criterion: Criterion, value: number | null, scale: CreditScale): string {
  if (value === null) return ABSENT
  switch (criterionTerms[criterion].unit) {
    case '%':
      return formatPercent(value)
    case 'days':
      return `${formatDecimal(value)} days`
    case 'loans':
      return value === 1 ? '1 loan' : `${formatNumber(value)} loans`
    default:
      return `${formatNumber(Math.round(value))} of ${creditScaleTerms[scale].max}`
  }
}

/** 'July 2024' */
export const monthText = (month: string): string => monthName(month)
/** 'Jul 2024' */
export const shortMonth = (month: string): string => `${monthName(month).slice(0, 3)} ${month.slice(0, 4)}`
