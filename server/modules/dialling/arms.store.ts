import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { chanceOf } from '#server/modules/audiences/lift.rules.ts'
import type { Candidate } from './candidates.views.ts'
import type { Choice } from './choose-brokers.rules.ts'
import type { Arm } from './facts.rules.ts'

/** Which part of a campaign is kept uncalled: per cent, and by which chance. */
export interface HoldOut {
  campaignId: number
  percent: number
  seed: number
}

/** Assigns arms to callable brokers who have none yet. The same seed always gives the same arms. */
export function newArms(
  choices: readonly Choice[],
  candidates: readonly Candidate[],
  { percent, seed }: HoldOut,
): Map<number, Arm> {
  if (percent === 0) return new Map()
  const assigned = new Set(candidates.flatMap(({ facts, arm }) => (arm ? [facts.brokerId] : [])))
  const callable = choices.filter(({ decision }) => decision.verdict !== 'never')
  return new Map(
    callable
      .map(({ candidate }) => candidate)
      // enrolled brokers were chosen before there was a hold-out
      .filter(({ facts, enrolment }) => !enrolment && !assigned.has(facts.brokerId))
      .map(({ facts }) => [
        facts.brokerId,
        chanceOf(seed, facts.brokerId) * 100 < percent ? 'hold_out' : 'call',
      ]),
  )
}

/** The candidates as they are with these arms. */
export const withArms = (candidates: readonly Candidate[], arms: ReadonlyMap<number, Arm>): Candidate[] =>
  candidates.map((candidate) => {
    const arm = arms.get(candidate.facts.brokerId)
    if (!arm) return candidate
    return { ...candidate, arm, facts: { ...candidate.facts, heldOut: arm === 'hold_out' } }
  })

export async function storeArms(
  tx: Ctx,
  { campaignId, percent, seed }: HoldOut,
  arms: ReadonlyMap<number, Arm>,
): Promise<void> {
  if (arms.size === 0) return
  const rows = [...arms].map(([broker, arm]) => ({ broker, arm }))
  await sql`
    insert into campaign_arms (campaign_id, broker_id, arm, seed, percent, assigned_at)
    select ${campaignId}, broker, arm, ${seed}, ${percent}, ${tx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(broker int, arm text)
    on conflict (campaign_id, broker_id) do nothing`.execute(tx.db)
}
