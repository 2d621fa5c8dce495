import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { type FunnelStage, funnelStages } from '#contract/dashboard/analytics.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Scope } from './analytics.rules.ts'

/**
 * Brokers by the stage that they reached within the period, each step after the one before. Only the steps of one
 * broker follow each other, so no step exceeds the one before.
 */
export async function viewFunnel(
  ctx: Ctx,
  { from, to, campaignId, region }: Scope,
): Promise<{ stage: FunnelStage; brokers: number }[]> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const [start, end] = [sydneyMidnight(from), sydneyMidnight(addDays(to, 1))]
  const ofCampaign = campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`
  const ofRegion = region === undefined ? sql`` : sql`and region = ${region}`
  const isCounted = sql`(simulated = ${simulated} or not simulated)`
  const { rows } = await sql<Record<FunnelStage, number>>`
    with dialled as materialized (
      select broker_id, bool_or(outcome in ('screened', 'human')) as screened,
        bool_or(outcome = 'human') as reached, bool_or(outcome = 'human' and menu_played) as menu,
        min(created_at) filter (where outcome = 'human' and menu_played and response is not null) as chose_at
      from calls
      where created_at >= ${start} and created_at < ${end} and not test and not withdrawn
        and simulated = ${simulated} and broker_id is not null ${ofCampaign} ${ofRegion}
      group by broker_id
    ), opened as materialized (
      select broker_id, least(
        (select min(v.at) from visits v join microsites m on m.id = v.microsite_id
          where v.broker_id = d.broker_id and v.at >= d.chose_at and v.at < ${end} ${ofCampaign}),
        -- the form of an application from a call opens by the call's link
        (select min(submitted_at) from applications a
          where a.broker_id = d.broker_id and a.call_id is not null and submitted_at >= d.chose_at
            and submitted_at < ${end} and ${isCounted} ${ofCampaign})) as opened_at
      from dialled d where chose_at is not null
    ), acted as materialized (
      select broker_id, least(
        (select min(b.created_at) from bookings b
          where b.broker_id = o.broker_id and b.created_at >= o.opened_at and b.created_at < ${end}
            and status <> 'cancelled' and not test and ${isCounted} ${ofCampaign}),
        (select min(submitted_at) from applications a
          where a.broker_id = o.broker_id and submitted_at >= o.opened_at and submitted_at < ${end}
            and ${isCounted} ${ofCampaign})) as acted_at
      from opened o where opened_at is not null
    )
    select count(*)::int as dialled, count(*) filter (where screened)::int as screened, count(*) filter (where reached)::int as reached,
      count(*) filter (where menu)::int as menu, count(chose_at)::int as chose,
      (select count(opened_at)::int from opened) as opened, (select count(acted_at)::int from acted) as acted,
      (select count(*)::int from acted join broker_accreditations k using (broker_id)
        where k.status = 'accredited' and k.since >= acted_at and k.since < ${end}) as accredited
    from dialled`.execute(ctx.db)
  return funnelStages.map((stage) => ({ stage, brokers: rows[0]?.[stage] ?? 0 }))
}
