import type { AudienceRule } from '#contract/audiences.ts'
import type { Ctx } from '#server/ctx.ts'
import { type HoldOut, newArms, withArms } from './arms.store.ts'
import { withHoursArms } from './better-hour.rules.ts'
import { type Choice, type Choosing, chooseBrokers } from './choose-brokers.rules.ts'
import type { Arm } from './facts.rules.ts'
import { type Candidate, isFresh, loadCandidates } from './views.ts'

/** So many brokers are held in memory at a time. */
const PART = 4000

/** What is chosen of some brokers, in the order of their numbers. */
export interface Part {
  choices: Choice[]
  candidates: readonly Candidate[]
  /** Those who were assigned just now. */
  arms: ReadonlyMap<number, Arm>
}

export interface Choosable {
  scope: { campaignId: number; simulated: boolean; now: Date; rules: readonly AudienceRule[] | null }
  parts: Omit<Choosing, 'takenBy' | 'now'>
  holdOut: HoldOut
}

/** Decides on all brokers, a part of them at a time: who is called, and who is kept uncalled to compare. */
export async function* chooseInParts(
  ctx: Ctx,
  { scope, parts, holdOut }: Choosable,
): AsyncGenerator<Part, void, undefined> {
  const takenBy = new Map<string, number>()
  const fresh = await isFresh(ctx, scope)
  const load = (after: number): Promise<Candidate[]> => {
    const loading = loadCandidates(ctx, { ...scope, fresh, part: { after, most: PART } })
    // whoever stops in the middle does not wait for it
    loading.catch(() => undefined)
    return loading
  }
  let next: Promise<Candidate[]> | null = load(0)
  while (next) {
    const loaded: Candidate[] = await next
    const last = loaded.at(-1)
    // the database reads the next ones while these are decided on
    next = last && loaded.length === PART ? load(last.facts.brokerId) : null
    yield chooseWithHoldOut(
      withHoursArms(loaded, parts.policy),
      { ...parts, now: scope.now, takenBy },
      holdOut,
    )
  }
}

/** Who is called and who is kept uncalled; those who were assigned before keep their place. */
function chooseWithHoldOut(loaded: readonly Candidate[], choosing: Choosing, holdOut: HoldOut): Part {
  if (holdOut.percent === 0)
    return { choices: chooseBrokers(loaded, choosing), candidates: loaded, arms: new Map() }
  const first = chooseBrokers(loaded, { ...choosing, takenBy: new Map(choosing.takenBy) })
  const arms = newArms(first, loaded, holdOut)
  const candidates = withArms(loaded, arms)
  return { choices: chooseBrokers(candidates, choosing), candidates, arms }
}
