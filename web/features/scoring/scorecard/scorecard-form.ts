import {
  type Breakpoint,
  type Criterion,
  criteria,
  criterionTerms,
  type Scorecard,
  type ScorecardRules,
} from '#contract/scoring/scorecards.ts'
import { pairsOf } from './points-text.ts'

/** A scorecard as it is typed: every figure a text, breakpoints as '0: 100, 1: 88'. */
export interface ScorecardTexts {
  weights: Record<Criterion, string>
  points: Record<Criterion, string>
  means: Record<Criterion, string>
  loans: Record<Criterion, string>
  rewardFrom: string
  watchlistBelow: string
  windowMonths: string
  defaultsMonths: string
  lowVolumeBelow: string
  note: string
}

const each = (text: (criterion: Criterion) => string): Record<Criterion, string> =>
  Object.fromEntries(criteria.map((one) => [one, text(one)])) as Record<Criterion, string> // one for each

export function textsOf(rules: ScorecardRules, note: string): ScorecardTexts {
  return {
    weights: each((one) => String(Math.round(rules.criteria[one].weight * 10_000) / 100)),
    points: each((one) =>
      rules.criteria[one].points.map(([value, points]) => `${value}: ${points}`).join(', '),
    ),
    means: each((one) => String(rules.criteria[one].prior?.mean ?? '')),
    loans: each((one) => String(rules.criteria[one].prior?.loans ?? '')),
    rewardFrom: String(rules.rewardFrom),
    watchlistBelow: String(rules.watchlistBelow),
    windowMonths: String(rules.windowMonths),
    defaultsMonths: String(rules.defaultsMonths),
    lowVolumeBelow: String(rules.lowVolumeBelow),
    note,
  }
}

/** A draft starts from the version in effect, without its note. */
export const textsOfCard = ({ rules, version, note }: Scorecard): ScorecardTexts =>
  textsOf(rules, version === null ? note : '')

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

const breakpointsOf = (text: string): Breakpoint[] =>
  pairsOf(text).map(([value, points]) => [numberOf(value), numberOf(points)])

/** The request body; text that is not a number becomes NaN, and the contract reports it at its field. */
export function rulesOf(texts: ScorecardTexts): ScorecardRules {
  const rule = (one: Criterion): ScorecardRules['criteria'][Criterion] => ({
    weight: numberOf(texts.weights[one]) / 100,
    points: breakpointsOf(texts.points[one]),
    prior:
      texts.means[one].trim() === '' && texts.loans[one].trim() === ''
        ? null
        : { mean: numberOf(texts.means[one]), loans: numberOf(texts.loans[one]) },
  })
  return {
    criteria: Object.fromEntries(criteria.map((one) => [one, rule(one)])) as ScorecardRules['criteria'], // one for each
    rewardFrom: numberOf(texts.rewardFrom),
    watchlistBelow: numberOf(texts.watchlistBelow),
    windowMonths: numberOf(texts.windowMonths),
    defaultsMonths: numberOf(texts.defaultsMonths),
    lowVolumeBelow: numberOf(texts.lowVolumeBelow),
  }
}

/** The sum of the weights in per cent, two decimals; NaN while one is no number. */
export const weightSum = (texts: ScorecardTexts): number =>
  Math.round(criteria.reduce((sum, one) => sum + numberOf(texts.weights[one]), 0) * 100) / 100

/** Width of each weight in a bar that is full at 100 per cent, or at the sum where that is more. */
export function weightShares(texts: ScorecardTexts): Record<Criterion, number> {
  const weights = criteria.map((one) => [one, Math.max(0, numberOf(texts.weights[one]) || 0)] as const)
  const full = Math.max(
    100,
    weights.reduce((sum, [, weight]) => sum + weight, 0),
  )
  return Object.fromEntries(weights.map(([one, weight]) => [one, (100 * weight) / full])) as Record<
    Criterion,
    number
  > // one for each
}

const columns = {
  weights: 'weight',
  points: 'points',
  means: 'benchmark',
  loans: 'benchmark weight',
} as const
type Column = keyof typeof columns
const columnNames = Object.keys(columns) as Column[] // the keys of the literal above
const cellName = (column: Column, one: Criterion): string =>
  `${criterionTerms[one].label}: ${columns[column]}`

/** Each figure as one entry, named as on screen. */
export function flatTexts({
  weights,
  points,
  means,
  loans,
  ...rest
}: ScorecardTexts): Record<string, string> {
  const cells = { weights, points, means, loans }
  const named = columnNames.flatMap((column) =>
    criteria.map((one) => [cellName(column, one), cells[column][one]] as const),
  )
  return { ...Object.fromEntries(named), ...rest }
}

export function textsOfFlat(flat: Readonly<Record<string, string>>): ScorecardTexts {
  const of = (name: string): string => flat[name] ?? ''
  const column = (name: Column) => each((one) => of(cellName(name, one)))
  return {
    ...{
      weights: column('weights'),
      points: column('points'),
      means: column('means'),
      loans: column('loans'),
    },
    ...{ rewardFrom: of('rewardFrom'), watchlistBelow: of('watchlistBelow'), note: of('note') },
    ...{ windowMonths: of('windowMonths'), defaultsMonths: of('defaultsMonths') },
    lowVolumeBelow: of('lowVolumeBelow'),
  }
}
