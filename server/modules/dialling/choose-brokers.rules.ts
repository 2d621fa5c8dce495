/** Decides which brokers are enrolled when a campaign starts, and counts the decisions. */
import { type SkipReason, skipReasons } from '#contract/campaigns/dialling.ts'
import type { Candidate } from './candidates.views.ts'
import { type CallDecision, decideTogether } from './decide.rules.ts'
import type { CallPolicy } from './facts.rules.ts'

/** The decision on a broker who is new to the campaign, or was not reached in its last run. */
export interface Choice {
  candidate: Candidate
  decision: CallDecision
}

export interface Choosing {
  policy: CallPolicy
  now: Date
  running: boolean
  /** The broker for whom each number is dialled already, from earlier parts; extended here. */
  takenBy?: Map<string, number>
}

/**
 * Decides on all brokers who are new to the campaign and, unless it is still running, again on those it never
 * reached. While it runs, finished enrolments stay finished.
 */
export function chooseBrokers(
  candidates: readonly Candidate[],
  { policy, now, running, takenBy }: Choosing,
): Choice[] {
  const open = candidates.filter(
    ({ enrolment }) => !enrolment || (!running && enrolment.state === 'done' && !enrolment.reached),
  )
  const decisions = decideTogether(
    open.map(({ facts }) => facts),
    policy,
    now,
    takenBy,
  )
  return open.flatMap((candidate) => {
    const decision = decisions.get(candidate.facts.brokerId)
    return decision ? [{ candidate, decision }] : []
  })
}

/** Brokers who are called now or later. */
export const callableOf = (choices: readonly Choice[]): Choice[] =>
  choices.filter(({ decision }) => decision.verdict !== 'never')

export const brokersOf = (choices: readonly Choice[]): number[] =>
  choices.map(({ candidate }) => candidate.facts.brokerId)

export interface Counts {
  callableNow: number
  callableLater: number
  /** Of those who can be called later: another campaign that runs calls them today. */
  elsewhere: number
  /** Of those who can be called later: they wait for a better hour. */
  betterHour: number
  /** Of those who can be called later: the calling hours at their place are closed. */
  outsideHours: number
  /** Of those who can be called later: their number was dialled before, the next dial is due on another day. */
  dialledBefore: number
  skipped: Partial<Record<SkipReason, number>>
  alreadyIn: { waiting: number; reached: number; notReached: number }
  /** All of these together: every broker. */
  total: number
}

/** The counts of two parts together. */
export function addCounts(a: Counts, b: Counts): Counts {
  return {
    callableNow: a.callableNow + b.callableNow,
    callableLater: a.callableLater + b.callableLater,
    elsewhere: a.elsewhere + b.elsewhere,
    betterHour: a.betterHour + b.betterHour,
    outsideHours: a.outsideHours + b.outsideHours,
    dialledBefore: a.dialledBefore + b.dialledBefore,
    skipped: added(a.skipped, b.skipped),
    alreadyIn: {
      waiting: a.alreadyIn.waiting + b.alreadyIn.waiting,
      reached: a.alreadyIn.reached + b.alreadyIn.reached,
      notReached: a.alreadyIn.notReached + b.alreadyIn.notReached,
    },
    total: a.total + b.total,
  }
}

function added(a: Counts['skipped'], b: Counts['skipped']): Counts['skipped'] {
  const sum = { ...a }
  for (const reason of skipReasons) {
    const more = b[reason]
    if (more) sum[reason] = (sum[reason] ?? 0) + more
  }
  return sum
}

/** @param planned numbers that another running campaign is about to dial, which may be dialled once a day */
export function countChoices(
  candidates: readonly Candidate[],
  choices: readonly Choice[],
  planned: ReadonlySet<string>,
): Counts {
  const counts: Counts = {
    ...{ callableNow: 0, callableLater: 0, elsewhere: 0, betterHour: 0, outsideHours: 0, dialledBefore: 0 },
    skipped: {},
    ...{ alreadyIn: { waiting: 0, reached: 0, notReached: 0 }, total: candidates.length },
  }
  const chosen = new Map(choices.map(({ candidate, decision }) => [candidate, decision]))
  for (const candidate of candidates) {
    const decision = chosen.get(candidate)
    const code = decision?.reasons[0]?.code
    if (!decision) counts.alreadyIn[placeOf(candidate)]++
    else if (decision.verdict === 'later') {
      counts.callableLater++
      counts[laterFor(code)]++
    } else if (decision.verdict === 'call') {
      const isPlanned = planned.has(candidate.facts.number?.e164 ?? '')
      counts[isPlanned ? 'callableLater' : 'callableNow']++
      if (isPlanned) counts.elsewhere++
    } else if (isSkipReason(code)) counts.skipped[code] = (counts.skipped[code] ?? 0) + 1
    else counts.alreadyIn.reached++ // the only other reason never to be called: they answered
  }
  return counts
}

function laterFor(code: string | undefined): 'betterHour' | 'outsideHours' | 'dialledBefore' {
  if (code === 'better_hour') return 'betterHour'
  return code === 'outside_hours' ? 'outsideHours' : 'dialledBefore'
}

function placeOf({ enrolment }: Candidate): keyof Counts['alreadyIn'] {
  if (enrolment?.state !== 'done') return 'waiting'
  return enrolment.reached ? 'reached' : 'notReached'
}

function isSkipReason(code: string | undefined): code is SkipReason {
  return skipReasons.some((reason) => reason === code)
}
