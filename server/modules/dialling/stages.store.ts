// Stages of a broker in a campaign, which the funnel counts in addition to dialled, answered and chose.
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'

/** Simulated rows count for no enrolment `e` of a vendor. */
const countsFor = (made: 'a' | 'b'): RawBuilder<boolean> =>
  sql`(not ${sql.ref(`${made}.simulated`)} or e.simulated)`

/**
 * The broker's own enrolments in the credited campaign. The broker's id is a scalar subquery: with a join alone, the
 * planner would read all who were dialled before them.
 */
const creditedTo = (made: 'a' | 'b'): RawBuilder<boolean> =>
  sql`e.broker_id = (select broker_id from ${sql.ref(made)}) and e.campaign_id = ${sql.ref(`${made}.campaign_id`)}
    and e.attempts > 0`

/** Records steps that happen after a call has ended. */
async function note(ctx: Ctx, steps: RawBuilder<unknown>): Promise<void> {
  await steps.execute(ctx.db)
}

/** Notes brokers who opened the microsite of a campaign that dialled them. */
export async function noteVisits(ctx: Ctx, { visits }: AppEvents['microsite.visited']): Promise<void> {
  const known = visits.flatMap(({ brokerId, campaignId }) =>
    campaignId === null ? [] : [{ broker_id: brokerId, campaign_id: campaignId }],
  )
  if (known.length === 0) return
  await note(
    ctx,
    sql`with seen as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as seen (broker_id int, campaign_id int))
    update enrolments e set visited = true from seen
    where e.broker_id = any(array(select broker_id from seen)) and e.broker_id = seen.broker_id
      and e.campaign_id = seen.campaign_id and e.attempts > 0 and not e.visited`,
  )
}

/** Notes the broker of a meeting that is credited to a campaign. */
export async function noteBooking(ctx: Ctx, { bookingId }: AppEvents['booking.made']): Promise<void> {
  await note(
    ctx,
    sql`with b as materialized (select * from bookings where id = ${bookingId} and not test)
    update enrolments e set booked = true from b
    where ${creditedTo('b')} and ${countsFor('b')} and not e.booked`,
  )
}

/**
 * Credits an application for accreditation to a campaign: when it is submitted, or when a reviewer links it to the
 * broker's record.
 */
export async function noteApplication(
  ctx: Ctx,
  { applicationId }: AppEvents['application.submitted' | 'application.decided'],
): Promise<void> {
  await note(
    ctx,
    sql`with a as materialized (select * from applications where id = ${applicationId} and submitted_at is not null)
    update enrolments e set applied = true from a
    where ${creditedTo('a')} and ${countsFor('a')} and not e.applied`,
  )
}

/** An accreditation counts for the campaigns through which the broker applied. */
export async function noteAccreditation(
  ctx: Ctx,
  { brokerId }: AppEvents['broker.accredited'],
): Promise<void> {
  await note(
    ctx,
    sql`update enrolments set accredited = true
    where broker_id = ${brokerId} and applied and not accredited`,
  )
}

/** Computes the same stages from existing rows, for a history that was inserted in bulk. */
export async function settleStages(ctx: Ctx): Promise<void> {
  await sql`update enrolments e set chose = now.chose, visited = now.visited, booked = now.booked,
      applied = now.applied, accredited = now.applied and now.accredited
    from (
      select e.id,
        exists (select from calls c where c.enrolment_id = e.id and c.response is not null) as chose,
        exists (select from visits v join microsites m on m.id = v.microsite_id
          where v.broker_id = e.broker_id and m.campaign_id = e.campaign_id and v.at > e.created_at) as visited,
        exists (select from bookings b where b.broker_id = e.broker_id and b.campaign_id = e.campaign_id
          and not b.test and ${countsFor('b')}) as booked,
        exists (select from applications a where a.broker_id = e.broker_id and a.campaign_id = e.campaign_id
          and a.submitted_at is not null and ${countsFor('a')}) as applied,
        exists (select from broker_accreditations k where k.broker_id = e.broker_id and k.status = 'accredited') as accredited
      from enrolments e where e.attempts > 0
    ) now
    where e.id = now.id`.execute(ctx.db)
}
