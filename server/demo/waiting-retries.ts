import { sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import type { Ctx } from '#server/ctx.ts'
import type { CampaignRow } from '#server/modules/campaigns/store.ts'
import { nextDay } from '#server/modules/dialling/calling-window.rules.ts'
import { changeEnrolments, updateCampaignDialling } from '#server/modules/dialling/store.ts'
import { hoursOf, loadWindow } from '#server/modules/dialling/views.ts'

/** Brokers that each campaign still has to call again. */
const MOST = 8

/**
 * Lets campaigns that are not finished wait for the retries of their last calls that nobody answered, from the day after
 * the one on which the demo is loaded. Only inside `ctx.tx`, after all calls and requested calls.
 */
export async function addWaitingRetries(tx: Ctx, campaigns: readonly CampaignRow[]): Promise<void> {
  const provider = tx.providers.voice.named('simulator')
  if (!provider) return
  const clock = await provider.clockAtStart()
  const now = clock > tx.now() ? clock : tx.now()
  for (const campaign of campaigns) {
    const unanswered = await lastUnanswered(tx, campaign.id)
    if (unanswered.length === 0) continue
    const window = await loadWindow(tx, campaign)
    const changes = unanswered.flatMap(({ id, at, region, zone }) => {
      const place = { region, zone }
      const dueAt = window.nextRetry(nextDay(now, place), at, place)
      return dueAt
        ? [{ id, state: 'waiting' as const, dueAt, attempts: 1, endedReason: null, reached: false }]
        : []
    })
    await changeEnrolments(tx, changes)
    await updateCampaignDialling(tx, campaign.id, { running: true, hours: hoursOf(campaign) })
  }
}

interface Unanswered {
  id: number
  at: Date
  region: Region
  zone: string
}

async function lastUnanswered(tx: Ctx, campaignId: number): Promise<Unanswered[]> {
  const { rows } = await sql<Unanswered>`
    select e.id, c.created_at as at, b.region, b.timezone as zone
    from enrolments e join calls c on c.enrolment_id = e.id join brokers b on b.id = e.broker_id
    where e.campaign_id = ${campaignId} and c.outcome in ('no_answer', 'busy', 'voicemail')
      and not exists (select from suppressions s where s.phone = b.phone and s.ended_at is null)
    order by c.created_at desc, e.id limit ${MOST}`.execute(tx.db)
  return rows
}
