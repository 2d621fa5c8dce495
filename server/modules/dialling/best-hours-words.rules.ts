// Builds the texts about preferred hours: the hours, their evidence and their effect.

import type { Region } from '#contract/brokers/brokers.ts'
import { weekdayNames } from '#contract/calendar.ts'
import { numberText } from '#contract/number-text.ts'
import { percentOf, roundHalfUp } from '#contract/percent.ts'
import {
  differenceOfShares,
  type Interval,
  type Share,
  type Verdict,
  verdictOf,
} from '#server/modules/audiences/lift.rules.ts'
import type { Line, RankedGroup } from './best-hours.rules.ts'

/** 'NSW mobiles', 'Fixed lines without a state' */
export function groupName(region: Region | null, line: Line): string {
  const lines = line === 'mobile' ? 'mobiles' : 'fixed lines'
  if (region !== null) return `${region} ${lines}`
  return `${lines.charAt(0).toUpperCase()}${lines.slice(1)} without a state`
}

const clock = (hour: number): string =>
  hour === 12 ? 'noon' : hour % 24 === 0 ? 'midnight' : hour < 12 ? `${hour} am` : `${hour - 12} pm`
/** Monday is 0. */
const dayWord = (day: number): string => weekdayNames[day]?.slice(0, 3) ?? ''

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

/** Numbers that follow one another, as [first, last]. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  return runs
}

/** 'Tue to Thu, 10 am to noon; Fri, 9 am to 10 am' @param hours of the week, 0 is Sunday midnight */
export function hoursWords(hours: readonly number[]): string {
  const byDay = Map.groupBy(hours, (hour) => (Math.floor(hour / 24) + 6) % 7)
  const timesOf = (day: number): string =>
    listed(
      runsOf((byDay.get(day) ?? []).map((hour) => hour % 24)).map(
        ([first, last]) => `${clock(first)} to ${clock(last + 1)}`,
      ),
    )
  const byTimes = Map.groupBy(
    [...byDay.keys()].sort((a, b) => a - b),
    timesOf,
  )
  return [...byTimes].map(([times, days]) => `${daysWords(days)}, ${times}`).join('; ')
}

function daysWords(days: readonly number[]): string {
  const parts = runsOf(days).flatMap(([first, last]) =>
    last - first >= 2
      ? [`${dayWord(first)} to ${dayWord(last)}`]
      : first === last
        ? [dayWord(first)]
        : [dayWord(first), dayWord(last)],
  )
  return listed(parts)
}

const percent = ({ did, of }: Share): string => `${percentOf(did, of).toFixed(1)}%`
const some = (count: number, one: string): string => `${numberText(count)} ${one}${count === 1 ? '' : 's'}`

/** The evidence for a region's preferred hours, or the reason why there are none. */
export function evidenceWords(region: Region | null, group: RankedGroup | undefined, days: number): string {
  if (region === null) return 'Without a state the hours at their place are not known.'
  if (!group) return 'No calls yet to tell from.'
  const known = `${some(group.share.of, 'call')} on ${some(days, 'day')}`
  if (group.verdict === 'too_few') return `Too few calls to tell: ${known}.`
  const all = `${percent(group.share)} of ${known} were answered`
  if (group.verdict === 'no_difference') return `No hour is clearly better: ${all}.`
  return `${all}, in these hours ${percent(group.best)} of ${numberText(group.best.of)}.`
}

export interface Effect {
  difference: number | null
  low: number | null
  high: number | null
  verdict: Verdict
  sentence: string
}

/** The effect of preferred hours compared with any hours, by the first calls of either arm. */
export function effectOf(preferred: Share, any: Share): Effect {
  if (preferred.of < 2 || any.of < 2)
    return { difference: null, low: null, high: null, verdict: 'too_few', sentence: 'Too few to tell.' }
  const interval = differenceOfShares(preferred, any)
  const verdict = verdictOf(preferred, any, interval)
  const shown = (value: number): number => roundHalfUp(100 * value)
  return {
    ...{ difference: shown(interval.difference), low: shown(interval.low), high: shown(interval.high) },
    verdict,
    sentence: effectSentence(verdict, interval),
  }
}

function effectSentence(verdict: Verdict, { difference, low, high }: Interval): string {
  const points = (share: number): string => roundHalfUp(Math.abs(100 * share)).toFixed(1)
  if (verdict === 'too_few') return 'Too few to tell.'
  if (verdict === 'no_difference')
    return `No clear difference: of 100 first calls with preferred hours between ${points(low)} fewer and ${points(high)} more were answered.`
  const [least = 0, most = 0] = [low, high].map(Math.abs).sort((a, b) => a - b)
  return `Of 100 first calls with preferred hours ${points(difference)} ${verdict === 'more' ? 'more' : 'fewer'} were answered: between ${points(least)} and ${points(most)}.`
}
