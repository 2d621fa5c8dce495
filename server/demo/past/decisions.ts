import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { type Candidate, loadCandidates } from '#server/modules/dialling/candidates.views.ts'
import { decide } from '#server/modules/dialling/decide.rules.ts'
import type { CallFacts } from '#server/modules/dialling/facts.rules.ts'
import { loadPolicy } from '#server/modules/dialling/views.ts'
import type { Cast } from './cast.ts'

interface Placed {
  brokerId: number
  enrolmentId: number
  at: Date
}

/**
 * Stores why each past call was allowed: the rules' decision on the facts right before it. Only inside `ctx.tx`, after
 * all calls and their consequences are written.
 */
export async function writeDecisions(tx: Ctx, { campaigns }: Cast): Promise<void> {
  const provider = tx.providers.voice.named('simulator')
  if (!provider) throw new Error('the demo world has no simulator')
  for (const campaign of campaigns) {
    const { rows: calls } = await sql<Placed>`select broker_id, enrolment_id, simulated_at as at from calls
      where campaign_id = ${campaign.id} and decision_id is null and enrolment_id is not null order by simulated_at, id`.execute(
      tx.db,
    )
    const [first] = calls
    if (!first) continue
    const policy = await loadPolicy(tx, campaign, provider, 1)
    // from the first call on, so that every earlier dial is among the facts of every later one
    const scope = { campaignId: campaign.id, simulated: true, now: first.at }
    const known = new Map((await loadCandidates(tx, scope)).map((each) => [each.facts.brokerId, each]))
    const made = calls.flatMap((call) => {
      const candidate = known.get(call.brokerId)
      if (!candidate) return []
      const facts = factsBefore(candidate, call)
      const decision = decide(facts, policy, call.at)
      return decision.verdict === 'call' ? [{ call, facts, decision }] : []
    })
    const given = made.map(({ call, facts, decision }) => ({
      ...{ broker_id: call.brokerId, enrolment_id: call.enrolmentId, at: call.at },
      ...{ reasons: decision.reasons, facts, rules_version: decision.rulesVersion },
      data_versions: decision.dataVersions,
    }))
    // one call of each enrolment
    await sql`
      with added as (
        insert into call_decisions (campaign_id, broker_id, enrolment_id, verdict, reasons, facts, rules_version,
          data_versions, judged_at, decided_at)
        select ${campaign.id}, broker_id, enrolment_id, 'call', reasons, facts, rules_version, data_versions, at, at
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as made(broker_id int, enrolment_id int,
          at timestamptz, reasons jsonb, facts jsonb, rules_version text, data_versions jsonb)
        returning id, enrolment_id)
      update calls set decision_id = added.id from added where calls.enrolment_id = added.enrolment_id`.execute(
      tx.db,
    )
  }
}

/** The facts about a broker right before a call. */
function factsBefore({ facts }: Candidate, { at }: Placed): CallFacts {
  const isBefore = (time: string): boolean => Date.parse(time) < at.getTime()
  return {
    ...facts,
    suppression: facts.suppression && isBefore(facts.suppression.since) ? facts.suppression : null,
    numberDials: facts.numberDials.filter((dial) => isBefore(dial.at)),
    campaignDials: facts.campaignDials.filter((dial) => isBefore(dial.at)),
    // the number was dialled for this broker
    numberTakenBy: null,
  }
}
