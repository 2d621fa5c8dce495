import { sql } from 'kysely'
import { MOST_PREVIEWED, type previewCallingRules, type RuleSet } from '#contract/campaigns/calling-rules.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { hoursTimeline, replaced } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { callingWindow } from './calling-window.rules.ts'
import { type Candidate, loadCandidates } from './candidates.views.ts'
import { decide } from './decide.rules.ts'
import type { CallPolicy } from './facts.rules.ts'
import { changeBetween, type RuleChange } from './rules-preview.rules.ts'
import { providerToStart } from './start-calls.ts'
import { type CampaignRow, findCampaigns, hoursOf, loadPolicy } from './views.ts'

type Preview = NonNullable<ReturnsOf<typeof previewCallingRules>>

const WEEK_MS = 7 * 86_400_000
const EXAMPLES = 20

interface Planned {
  campaignId: number
  brokerId: number
  name: string
  dueAt: Date
}

/**
 * The draft's effect on the calls of the next seven days, decided at their planned times under the present rules and
 * under the draft as if it applied already. Read only.
 * @returns null without a draft
 */
export async function viewRulesPreview(ctx: Ctx): Promise<Preview | null> {
  const draft = await ctx.db
    .selectFrom('callingRules')
    .select('rules')
    .where('version', 'is', null)
    .executeTakeFirst()
  if (!draft) return null
  // checked before it was stored
  const rules = draft.rules as unknown as RuleSet
  const provider = providerToStart(ctx)
  const [now, { speed }] = await Promise.all([provider.clockAtStart(), provider.clock()])
  const planned = await plannedCalls(ctx, { simulated: provider.simulated, now })
  const shown = planned.slice(0, MOST_PREVIEWED)
  const byCampaign = Map.groupBy(shown, ({ campaignId }) => campaignId)
  const campaigns = await findCampaigns(ctx, [...byCampaign.keys()])
  const changed: { call: Planned; at: Date; change: RuleChange }[] = []
  const counts: Preview['campaigns'] = []
  for (const campaign of campaigns) {
    const calls = byCampaign.get(campaign.id) ?? []
    const present = await loadPolicy(ctx, campaign, provider, speed)
    const candidates = await loadCandidates(ctx, {
      ...{ campaignId: campaign.id, simulated: provider.simulated, now },
      brokerIds: calls.map(({ brokerId }) => brokerId),
      capDays: rules.capDays,
    })
    const found = new Map(candidates.map((one) => [one.facts.brokerId, one]))
    const policies = { present, draft: draftPolicy(present, campaign, rules) }
    const own = calls.map((call) => {
      const at = new Date(Math.max(call.dueAt.getTime(), now.getTime()))
      return { call, at, change: changeOf(found.get(call.brokerId), policies, at) }
    })
    const of = (kind: RuleChange['change']): number =>
      own.filter(({ change }) => change.change === kind).length
    const { id, name } = campaign
    counts.push({ id, name, planned: calls.length, refused: of('refused'), moved: of('moved') })
    changed.push(...own.filter(({ change }) => change.change !== 'same'))
  }
  const sum = (of: 'refused' | 'moved'): number => counts.reduce((total, one) => total + one[of], 0)
  return {
    ...{ planned: shown.length, isPartial: planned.length > shown.length },
    ...{ refused: sum('refused'), moved: sum('moved') },
    campaigns: counts.toSorted((a, b) => b.refused + b.moved - a.refused - a.moved),
    examples: changed
      .toSorted((a, b) => a.change.change.localeCompare(b.change.change) * -1 || +a.at - +b.at)
      .slice(0, EXAMPLES)
      .flatMap(({ call, at, change }) => exampleOf(call, at, change)),
  }
}

/** Of campaigns that call, the soonest first; one more than are decided on. */
async function plannedCalls(
  ctx: Ctx,
  { simulated, now }: { simulated: boolean; now: Date },
): Promise<Planned[]> {
  const { rows } = await sql<Planned>`
    select e.campaign_id, e.broker_id, b.name, e.due_at
    from enrolments e join brokers b on b.id = e.broker_id
    where e.simulated = ${simulated} and e.state = 'waiting' and e.due_at < ${new Date(now.getTime() + WEEK_MS)}
      and e.campaign_id in (select id from campaigns where status in ('active', 'paused'))
    order by e.due_at, e.id limit ${MOST_PREVIEWED + 1}`.execute(ctx.db)
  return rows
}

function draftPolicy(present: CallPolicy, campaign: CampaignRow, rules: RuleSet): CallPolicy {
  const law = replaced(rules)
  const hours = { ...present.hours, hours: hoursTimeline(law) }
  return { ...present, law, hours, window: callingWindow(hoursOf(campaign), hours) }
}

function changeOf(
  candidate: Candidate | undefined,
  policies: { present: CallPolicy; draft: CallPolicy },
  at: Date,
): RuleChange {
  if (!candidate) return { change: 'same' }
  const { facts } = candidate
  return changeBetween(decide(facts, policies.present, at), decide(facts, policies.draft, at), at)
}

function exampleOf({ brokerId, name }: Planned, at: Date, change: RuleChange): Preview['examples'] {
  if (change.change === 'same') return []
  const to = change.change === 'moved' ? change.to.toISOString() : null
  return [{ brokerId, name, change: change.change, from: at.toISOString(), to, reason: change.reason }]
}
