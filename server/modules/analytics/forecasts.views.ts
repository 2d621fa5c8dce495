import { sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import type { Ctx } from '#server/ctx.ts'
import { finishesAt, type Group } from '#server/modules/dialling/forecast.rules.ts'
import { expectedPace } from '#server/modules/dialling/preflight.ts'
import { findCampaigns, loadWindow } from '#server/modules/dialling/views.ts'

interface Forecast {
  campaignId: number
  finishesAt: string | null
}

interface WaitingRow {
  campaignId: number
  region: Region | null
  zone: string | null
  brokers: number
  dueAt: Date
}

/** Forecasts from the brokers that wait, by place; the preflight forecasts a start, this one a campaign that runs. */
export async function viewForecasts(ctx: Ctx, ids: readonly number[]): Promise<Forecast[]> {
  const provider = ctx.providers.voice.active
  const none = ids.map((campaignId) => ({ campaignId, finishesAt: null }))
  if (!provider) return none
  const { now, speed } = await provider.clock()
  const campaigns = (await findCampaigns(ctx, ids)).filter(({ status }) => status === 'active')
  const { rows } = await sql<WaitingRow>`
    select e.campaign_id, b.region, b.timezone as zone, count(*)::int as brokers, min(e.due_at) as due_at
    from enrolments e join brokers b on b.id = e.broker_id
    where e.campaign_id = any(${campaigns.map(({ id }) => id)}::int[]) and e.simulated = ${provider.simulated}
      and e.state = 'waiting'
    group by 1, 2, 3`.execute(ctx.db)
  const ends = new Map<number, string | null>()
  for (const campaign of campaigns) {
    const waiting = rows.filter(({ campaignId }) => campaignId === campaign.id)
    if (waiting.length === 0) continue
    const groups = waiting.map(({ region, zone, brokers }): Group => ({ place: { region, zone }, brokers }))
    const [window, pace] = await Promise.all([
      loadWindow(ctx, campaign),
      expectedPace(ctx, campaign, provider, speed),
    ])
    const first = Math.max(now.getTime(), Math.min(...waiting.map(({ dueAt }) => dueAt.getTime())))
    ends.set(campaign.id, finishesAt(groups, window, pace, new Date(first))?.toISOString() ?? null)
  }
  return none.map(({ campaignId }) => ({ campaignId, finishesAt: ends.get(campaignId) ?? null }))
}
