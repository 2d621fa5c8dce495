import type { AudienceRule } from '#contract/brokers/audiences.ts'
import type { Ctx } from '#server/ctx.ts'
import { type HoldOut, newArms, withArms } from './arms.store.ts'
import { withHoursArms } from './better-hour.rules.ts'
import { type Candidate, campaignPast, loadCandidates, partsOfBrokers } from './candidates.views.ts'
import { type Choice, type Choosing, chooseBrokers } from './choose-brokers.rules.ts'
import { capDaysOf } from './eligibility.rules.ts'
import type { Arm } from './facts.rules.ts'

/** Brokers in a part: other requests wait for the decisions on one part at most. */
const PART = 2000
/** Parts that are read concurrently, while another is decided on. */
const AHEAD = 2

/** The choices for some brokers, in the order of their ids. */
export interface Part {
  choices: Choice[]
  candidates: readonly Candidate[]
  /** Those who were assigned just now. */
  arms: ReadonlyMap<number, Arm>
}

/** A part of all brokers. */
export interface PartOfAll extends Part {
  /** True if the campaign had no enrolments before, so that none can conflict. */
  isFirst: boolean
}

export interface Choosable {
  scope: { campaignId: number; simulated: boolean; now: Date; rules: readonly AudienceRule[] | null }
  parts: Omit<Choosing, 'takenBy' | 'now'>
  holdOut: HoldOut
}

/**
 * Decides on all brokers, one part at a time: which are called, and which are kept uncalled to compare.
 * @param ctx only for reads; outside the writing transaction, reads and writes run concurrently
 */
export async function* chooseInParts(
  ctx: Ctx,
  { scope, parts, holdOut }: Choosable,
): AsyncGenerator<PartOfAll, void, undefined> {
  const takenBy = new Map<string, number>()
  const past = await campaignPast(ctx, scope)
  const capDays = capDaysOf(parts.policy, scope.now)
  const waiting = await partsOfBrokers(ctx, PART)
  const loads: Promise<Candidate[]>[] = []
  const loadNext = (): void => {
    const part = waiting.shift()
    if (!part) return
    const loading = loadCandidates(ctx, { ...scope, past, part, capDays })
    // the consumer may stop early; this prevents an unhandled rejection
    loading.catch(() => undefined)
    loads.push(loading)
  }
  for (let at = 0; at < AHEAD; at++) loadNext()
  for (let next = loads.shift(); next; next = loads.shift()) {
    const loaded = await next
    loadNext()
    const candidates = withHoursArms(loaded, parts.policy)
    const part = chooseWithHoldOut(candidates, { ...parts, now: scope.now, takenBy }, holdOut)
    yield { ...part, isFirst: past === 'none' }
  }
}

/** The choices with a hold-out: called or kept uncalled; brokers assigned before keep their arm. */
export function chooseWithHoldOut(loaded: readonly Candidate[], choosing: Choosing, holdOut: HoldOut): Part {
  if (holdOut.percent === 0)
    return { choices: chooseBrokers(loaded, choosing), candidates: loaded, arms: new Map() }
  const first = chooseBrokers(loaded, { ...choosing, takenBy: new Map(choosing.takenBy) })
  const arms = newArms(first, loaded, holdOut)
  const candidates = withArms(loaded, arms)
  return { choices: chooseBrokers(candidates, choosing), candidates, arms }
}
