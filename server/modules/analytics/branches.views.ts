import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { FunnelBranch } from '#contract/dashboard/analytics.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Scope } from './analytics.rules.ts'

interface Row {
  link: number
  opened: number
  meeting: number
  booked: number
  accreditation: number
  applied: number
  accredited: number
  optedOut: number
}

/** What became of each wish within the period. A step never exceeds the one before. */
export async function viewBranches(
  ctx: Ctx,
  { from, to, campaignId, region }: Scope,
): Promise<FunnelBranch[]> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const [start, end] = [sydneyMidnight(from), sydneyMidnight(addDays(to, 1))]
  const ofCampaign = campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`
  const ofRegion = region === undefined ? sql`` : sql`and region = ${region}`
  const isCounted = sql`(simulated = ${simulated} or not simulated)`
  const { rows } = await sql<Row>`
    with wishes as materialized (
      select broker_id, min(created_at) filter (where response = 'option_1' and menu_played) as link_at,
        min(created_at) filter (where response = 'option_2' and menu_played) as meeting_at,
        min(created_at) filter (where response = 'option_3' and menu_played) as accreditation_at,
        -- people opt out before the menu too
        min(created_at) filter (where response = 'option_4') as out_at
      from calls
      where created_at >= ${start} and created_at < ${end} and not test and not withdrawn and simulated = ${simulated}
        and broker_id is not null and outcome = 'human' and response is not null ${ofCampaign} ${ofRegion}
      group by broker_id
    ), applied as materialized (
      select broker_id, (select min(submitted_at) from applications a where a.broker_id = w.broker_id
        and submitted_at >= accreditation_at and submitted_at < ${end} and ${isCounted} ${ofCampaign}) as applied_at
      from wishes w where accreditation_at is not null
    )
    select count(link_at)::int as link, count(meeting_at)::int as meeting,
      count(accreditation_at)::int as accreditation, count(out_at)::int as opted_out,
      count(*) filter (where link_at is not null and exists (select from visits v join microsites m on m.id = v.microsite_id
        where v.broker_id = w.broker_id and v.at >= link_at and v.at < ${end} ${ofCampaign}))::int as opened,
      count(*) filter (where meeting_at is not null and exists (select from bookings b where b.broker_id = w.broker_id
        and b.created_at >= meeting_at and b.created_at < ${end} and status <> 'cancelled' and not test
        and ${isCounted} ${ofCampaign}))::int as booked,
      (select count(applied_at)::int from applied) as applied,
      (select count(*)::int from applied join broker_accreditations k using (broker_id)
        where k.status = 'accredited' and k.since >= applied_at and k.since < ${end}) as accredited
    from wishes w`.execute(ctx.db)
  const none = { link: 0, opened: 0, meeting: 0, booked: 0, accreditation: 0, applied: 0, accredited: 0 }
  const row = rows[0] ?? { ...none, optedOut: 0 }
  return [
    {
      option: 'option_1',
      steps: [
        { step: 'chose', brokers: row.link },
        { step: 'opened', brokers: row.opened },
      ],
    },
    {
      option: 'option_2',
      steps: [
        { step: 'chose', brokers: row.meeting },
        { step: 'booked', brokers: row.booked },
      ],
    },
    {
      option: 'option_3',
      steps: [
        { step: 'chose', brokers: row.accreditation },
        { step: 'applied', brokers: row.applied },
        { step: 'accredited', brokers: row.accredited },
      ],
    },
    { option: 'option_4', steps: [{ step: 'chose', brokers: row.optedOut }] },
  ]
}
