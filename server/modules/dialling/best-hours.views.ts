import { type RawBuilder, sql } from 'kysely'
import { type Region, regions } from '#contract/brokers/brokers.ts'
import type { campaignBestHours } from '#contract/campaigns/best-hours.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { percentOf } from '#contract/percent.ts'
import type { Ctx } from '#server/ctx.ts'
import { clockOf, rulesOf } from '#server/modules/audiences/audiences.views.ts'
import { audienceWhere } from '#server/modules/audiences/where.rules.ts'
import { notFound } from '#server/platform/errors.ts'
import { keyOf, type Line } from './best-hours.rules.ts'
import { effectOf, evidenceWords, groupName, hoursWords } from './best-hours-words.rules.ts'
import type { HoursArm } from './facts.rules.ts'
import { hourRanking, RANKED_DAYS } from './hour-ranking.views.ts'
import { type CampaignRow, findCampaign } from './views.ts'

type BestHours = ReturnsOf<typeof campaignBestHours>
type Arm = NonNullable<BestHours['effect']>['preferred']

interface Place {
  region: Region | null
  line: Line
  brokers: number
}

interface ArmRow {
  arm: HoursArm
  brokers: number
  waiting: number
  called: number
  answered: number
}

/** The hours that a campaign prefers, and their effect. @throws AppError not_found */
export async function viewBestHours(ctx: Ctx, campaignId: number): Promise<BestHours> {
  const campaign = await findCampaign(ctx, campaignId)
  if (!campaign) throw notFound('Campaign')
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const arms = await readArms(ctx, campaignId, simulated)
  const places = campaign.preferBestHours ? await placesOf(ctx, campaign, simulated) : []
  return {
    preferBestHours: campaign.preferBestHours,
    controlPercent: campaign.hoursControlPercent,
    days: RANKED_DAYS,
    groups: await describe(ctx, simulated, places),
    effect: effectOfArms(arms),
  }
}

async function describe(
  ctx: Ctx,
  simulated: boolean,
  places: readonly Place[],
): Promise<BestHours['groups']> {
  if (places.length === 0) return []
  const { ranking, days } = await hourRanking(ctx, simulated)
  const groups = new Map(ranking.groups.map((group) => [keyOf(group.region, group.line), group]))
  const order = (region: Region | null): number => (region ? regions.indexOf(region) : regions.length)
  return places
    .toSorted((a, b) => order(a.region) - order(b.region) || b.line.localeCompare(a.line))
    .map(({ region, line, brokers }) => {
      const key = keyOf(region, line)
      const group = groups.get(key)
      const preferred = group?.preferred ?? []
      return {
        ...{ region, line, brokers, name: groupName(region, line) },
        hours: preferred.length > 0 ? hoursWords(preferred) : null,
        evidence: evidenceWords(region, group, days.get(key) ?? 0),
      }
    })
}

/** The places of enrolled brokers; before enrolment, of the campaign's candidates. */
async function placesOf(ctx: Ctx, campaign: CampaignRow, simulated: boolean): Promise<Place[]> {
  const enrolled = await countPlaces(
    ctx,
    sql`b.id in (select broker_id from enrolments where campaign_id = ${campaign.id} and simulated = ${simulated})`,
  )
  if (enrolled.length > 0) return enrolled
  if (campaign.audienceId === null) return countPlaces(ctx, sql`true`)
  return countPlaces(ctx, audienceWhere(await rulesOf(ctx, campaign.audienceId), clockOf(ctx)))
}

async function countPlaces(ctx: Ctx, which: RawBuilder<unknown>): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select region, case when phone like '+614%' then 'mobile' else 'fixed' end as line, count(*)::int as brokers
    from brokers b where phone like '+61%' and ${which} group by 1, 2`.execute(ctx.db)
  return rows
}

/** First calls after the assignment: each broker counts once, and the arm that is dialled earlier has no head start. */
async function readArms(ctx: Ctx, campaignId: number, simulated: boolean): Promise<ArmRow[]> {
  const { rows } = await sql<ArmRow>`
    select e.hours_arm as arm, count(*)::int as brokers,
      count(*) filter (where e.state <> 'done' and c.finished_at is null)::int as waiting,
      count(c.finished_at)::int as called, count(*) filter (where c.outcome = 'human')::int as answered
    from enrolments e
    left join calls c on c.enrolment_id = e.id and c.attempt = e.hours_from and not c.withdrawn
    where e.campaign_id = ${campaignId} and e.simulated = ${simulated} and e.hours_arm is not null
    group by 1`.execute(ctx.db)
  return rows
}

function effectOfArms(rows: readonly ArmRow[]): BestHours['effect'] {
  if (rows.length === 0) return null
  const of = (arm: HoursArm): Arm => {
    const { brokers = 0, waiting = 0, called = 0, answered = 0 } = rows.find((row) => row.arm === arm) ?? {}
    const rate = called === 0 ? null : percentOf(answered, called)
    return { brokers, waiting, called, answered, rate }
  }
  const [preferred, any] = [of('preferred'), of('any')]
  const said = effectOf(
    { did: preferred.answered, of: preferred.called },
    { did: any.answered, of: any.called },
  )
  return { preferred, any, ...said }
}
