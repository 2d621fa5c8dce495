import { sql } from 'kysely'
import type { Place } from '#server/calendar/places.ts'
import type { Ctx } from '#server/ctx.ts'

export interface CalledBroker {
  brokerId: number
  place: Place
  enrolment: { id: number; campaignId: number; campaignVersionId: number | null; attempt: number } | null
}

/**
 * The broker with a number that was called, and the enrolment that the dial belonged to: a vendor's list names no campaign, so
 * it is the one whose turn came first. The row is locked.
 */
export async function calledBroker(
  tx: Ctx,
  { to, simulated }: { to: string; simulated: boolean },
): Promise<CalledBroker | undefined> {
  const { rows } = await sql<{
    brokerId: number
    region: Place['region']
    timezone: string | null
    enrolmentId: number | null
    campaignId: number | null
    versionId: number | null
    attempt: number | null
  }>`
    select b.id as broker_id, b.region, b.timezone, e.id as enrolment_id, e.campaign_id, c.version_id,
      (select coalesce(max(attempt), 0) + 1 from calls where enrolment_id = e.id) as attempt
    from brokers b
      left join enrolments e on e.broker_id = b.id and e.simulated = ${simulated} and e.state <> 'done'
        and not exists (select from calls where enrolment_id = e.id and finished_at is null)
      left join campaigns c on c.id = e.campaign_id
    where b.phone = ${to}
    order by c.status = 'active' desc nulls last, e.due_at nulls last, e.id, b.id limit 1
    for no key update of b`.execute(tx.db)
  const [row] = rows
  if (!row) return undefined
  const { brokerId, region, timezone, enrolmentId, campaignId, versionId, attempt } = row
  return {
    brokerId,
    place: { region, zone: timezone },
    enrolment:
      enrolmentId === null || campaignId === null || attempt === null
        ? null
        : { id: enrolmentId, campaignId, campaignVersionId: versionId, attempt },
  }
}
