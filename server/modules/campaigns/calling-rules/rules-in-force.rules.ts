// Decides which version of the calling rules applies at an instant.

import { type RuleSet, type RuleState, SUCCESSOR_DAYS, WIDEST } from '#contract/campaigns/calling-rules.ts'
import type { DatedHours, HoursTimeline } from '#server/calendar/legal-hours.ts'

/** A published version. Instants are epoch milliseconds. */
export interface RuleVersion {
  version: number
  /** null: always. */
  from: number | null
  /** null: until a later version. */
  to: number | null
  rules: RuleSet
}

/** Versions by the instants from which they apply; at least one, and the first applies always. */
export type RuleTimeline = readonly [RuleVersion, ...RuleVersion[]]

/** The rules as delivered, without an end. */
export const DELIVERED: RuleTimeline = [
  { version: 1, from: null, to: null, rules: { ...WIDEST, words: [], recording: 'announced' } },
]

const startOf = ({ from }: RuleVersion): number => from ?? Number.NEGATIVE_INFINITY

/** By the instant from which each applies; of two from the same one the later version. @throws Error without any */
export function timelineOf(versions: readonly RuleVersion[]): RuleTimeline {
  const sorted = versions.toSorted((a, b) => startOf(a) - startOf(b) || a.version - b.version)
  const lasting = sorted.filter((one, at) => {
    const next = sorted[at + 1]
    return !next || startOf(next) > startOf(one)
  })
  const [first, ...others] = lasting
  if (!first) throw new Error('there are no calling rules')
  return [first, ...others]
}

/** The version that applies. One that has ended applies until a later one does, so that calls never lose their limits. */
export function rulesAt(timeline: RuleTimeline, at: Date): RuleVersion {
  return timeline.findLast((one) => startOf(one) <= at.getTime()) ?? timeline[0]
}

/** Names the version in a decision: 'law-3', or 'law-3-lapsed' once it has ended. */
export function versionText({ version, to }: RuleVersion, at: Date): string {
  return `law-${version}${to !== null && to <= at.getTime() ? '-lapsed' : ''}`
}

/** The calling hours of each version from its instant on. */
export function hoursTimeline(timeline: RuleTimeline): HoursTimeline {
  const spans = timeline.map(
    (one): DatedHours => ({
      from: startOf(one),
      weekday: [one.rules.weekday.from, one.rules.weekday.to],
      saturday: one.rules.saturday && [one.rules.saturday.from, one.rules.saturday.to],
    }),
  )
  // of the hours themselves, because a draft has no version of its own
  return { key: JSON.stringify(spans), spans }
}

/** The present rules with others in their place from the beginning on. */
export const replaced = (rules: RuleSet): RuleTimeline => [{ version: 0, from: null, to: null, rules }]

/** @param version null: the draft */
export function stateOf(version: number | null, timeline: RuleTimeline, now: Date): RuleState {
  if (version === null) return 'draft'
  const inForce = rulesAt(timeline, now)
  if (version === inForce.version)
    return inForce.to !== null && inForce.to <= now.getTime() ? 'lapsed' : 'in_force'
  const own = timeline.find((one) => one.version === version)
  return own && startOf(own) > now.getTime() ? 'planned' : 'past'
}

const DAY_MS = 86_400_000

/**
 * The end of the rules in force without a successor from then on, once it is near; null: none is needed yet.
 */
export function missingSuccessor(timeline: RuleTimeline, now: Date): RuleVersion | null {
  const current = rulesAt(timeline, now)
  if (current.to === null || current.to - now.getTime() > SUCCESSOR_DAYS * DAY_MS) return null
  const end = current.to
  const isFollowed = timeline.some((one) => startOf(one) > startOf(current) && startOf(one) <= end)
  return isFollowed ? null : current
}
