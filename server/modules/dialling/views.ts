import { type Selectable, sql } from 'kysely'
import { holidayTable } from '#server/calendar/holidays.ts'
import type { Ctx } from '#server/ctx.ts'
import { leadMs } from '#server/modules/calls/dispatch/lead.rules.ts'
import { loadLaw } from '#server/modules/campaigns/calling-rules/calling-rules.views.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import type { Campaigns } from '#server/schema.gen.ts'
import type { BestHours } from './best-hours.rules.ts'
import { type CallingWindow, type CampaignWindow, callingWindow } from './calling-window.rules.ts'
import type { CallPolicy } from './facts.rules.ts'
import { hourRanking } from './hour-ranking.views.ts'

export type CampaignRow = Selectable<Campaigns>

export async function findCampaign(ctx: Ctx, id: number): Promise<CampaignRow | undefined> {
  return ctx.db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findCampaigns(ctx: Ctx, ids: readonly number[]): Promise<CampaignRow[]> {
  return ctx.db.selectFrom('campaigns').selectAll().where('id', '=', anyOf(ids)).execute()
}

/** Whether brokers were enrolled since the campaign last completed. */
export async function isRunning(ctx: Ctx, campaignId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('campaignDialling')
    .select('running')
    .where('campaignId', '=', campaignId)
    .executeTakeFirst()
  return row?.running ?? false
}

/** Numbers that other campaigns that run are about to dial; a number may be dialled once a day. */
export async function plannedElsewhere(
  ctx: Ctx,
  { campaignId, simulated, now }: { campaignId: number; simulated: boolean; now: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`
    select distinct b.phone from enrolments e join brokers b on b.id = e.broker_id
    where e.simulated = ${simulated} and e.state = 'waiting' and e.due_at <= ${now} and b.phone is not null
      and e.campaign_id in (select d.campaign_id from campaign_dialling d join campaigns c on c.id = d.campaign_id
        where d.running and c.status = 'active' and d.campaign_id <> ${campaignId})`.execute(ctx.db)
  return new Set(rows.map(({ phone }) => phone))
}

export const DATA_VERSIONS: Record<string, string> = {
  holidays: holidayTable.version,
  zones: `tz ${process.versions.tz}`,
}

/** The settings of a campaign that decide when a broker is called. */
export type CallingTerms = Parameters<typeof hoursOf>[0] &
  Pick<CampaignRow, 'preferBestHours' | 'hoursControlPercent' | 'hoursSeed'>

/**
 * The inputs of a campaign's decisions besides the facts.
 * @param speed seconds of the provider's clock per real second
 */
export async function loadPolicy(
  ctx: Ctx,
  campaign: CallingTerms,
  provider: Pick<VoiceProvider, 'name' | 'simulated'>,
  speed: number,
): Promise<CallPolicy> {
  const { hours, law } = await loadLaw(ctx)
  const known = campaign.preferBestHours ? await hourRanking(ctx, provider.simulated) : null
  return {
    window: callingWindow(hoursOf(campaign), hours),
    ...{ hours, law },
    provider: { name: provider.name, simulated: provider.simulated },
    dataVersions: known
      ? { ...DATA_VERSIONS, bestHours: `calls from ${known.from} to ${known.to}` }
      : DATA_VERSIONS,
    leadMs: leadMs(speed),
    bestHours: known && { ranking: known.ranking, control: controlOf(campaign) },
    budgetUsed: null,
  }
}

/** Which part of a campaign's enrolments is called as without preferred hours. */
const controlOf = (
  campaign: Pick<CallingTerms, 'hoursControlPercent' | 'hoursSeed'>,
): BestHours['control'] => ({
  percent: campaign.hoursControlPercent,
  seed: campaign.hoursSeed,
})

/** The campaign's calling window at any place. */
export async function loadWindow(ctx: Ctx, campaign: CampaignRow): Promise<CallingWindow> {
  return callingWindow(hoursOf(campaign), (await loadLaw(ctx)).hours)
}

export function hoursOf(
  campaign: Pick<
    CampaignRow,
    'callDaysOfWeek' | 'callStartTime' | 'callEndTime' | 'timezone' | 'respectLocalTime'
  >,
): CampaignWindow {
  return {
    days: campaign.callDaysOfWeek,
    start: campaign.callStartTime,
    end: campaign.callEndTime,
    zone: campaign.timezone,
    respectLocalTime: campaign.respectLocalTime,
  }
}
