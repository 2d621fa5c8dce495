import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhooks/webhook-events.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { AttemptedState } from './retry.rules.ts'

export interface NewEvent {
  data: object
  brokerId: number | null
  phone: string | null
}

/** Stores events of one type with a delivery to each of these webhooks, in one statement. @returns the deliveries */
export async function insertEvents(
  tx: Ctx,
  type: WebhookEvent,
  {
    events,
    endpointIds,
    retryUntil,
  }: { events: readonly NewEvent[]; endpointIds: readonly number[]; retryUntil: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into webhook_events (type, occurred_at, data, broker_id, phone)
      select ${type}, ${tx.now()}, given.data, given."brokerId", given.phone
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as given(data jsonb, "brokerId" int, phone text)
      returning id)
    insert into webhook_deliveries (endpoint_id, event_id, next_attempt_at, retry_until)
    select e.id, made.id, ${tx.now()}, ${retryUntil}
    from made cross join webhook_endpoints e where e.id = ${anyOf(endpointIds)}
    returning id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

export interface Claimed {
  id: number
  attempts: number
  retryUntil: Date
  eventId: string
  type: string
  occurredAt: Date
  data: unknown
}

/**
 * Leases due deliveries of a webhook to this process, the longest due first. Where the process ends before it records
 * an attempt, they are due again at the end of the lease.
 */
export async function claimDue(
  ctx: Ctx,
  endpointId: number,
  { limit, leaseUntil }: { limit: number; leaseUntil: Date },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select id from webhook_deliveries
      where endpoint_id = ${endpointId} and state = 'waiting' and next_attempt_at <= ${ctx.now()}
      order by next_attempt_at limit ${limit} for update skip locked)
    update webhook_deliveries d set attempts = d.attempts + 1, next_attempt_at = ${leaseUntil}
    from due, webhook_events e where d.id = due.id and e.id = d.event_id
    returning d.id, d.attempts, d.retry_until, d.event_id, e.type, e.occurred_at, e.data`.execute(ctx.db)
  return rows
}

/** Gives leased deliveries back that were not tried, e.g. when the process stops. */
export async function releaseClaims(
  ctx: Ctx,
  claims: readonly Pick<Claimed, 'id' | 'attempts'>[],
): Promise<void> {
  if (claims.length === 0) return
  await sql`
    update webhook_deliveries d set attempts = d.attempts - 1, next_attempt_at = ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as given(id bigint, attempts int)
    where d.id = given.id and d.attempts = given.attempts and d.state = 'waiting'`.execute(ctx.db)
}

export type Attempted = Pick<Claimed, 'id' | 'attempts'> &
  AttemptedState & { at: Date; status: number | null; milliseconds: number; error: string | null }

/** Records attempts. One whose lease has ended and that another process has claimed is logged without its state. */
export async function recordAttempts(tx: Ctx, attempts: readonly Attempted[]): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as given(id bigint, attempts int, state text,
        "nextAttemptAt" timestamptz, at timestamptz, status int, milliseconds int, error text)),
    changed as (
      update webhook_deliveries d set state = given.state, next_attempt_at = given."nextAttemptAt",
        last_attempt_at = given.at, status = given.status, milliseconds = given.milliseconds, error = given.error
      from given where d.id = given.id and d.attempts = given.attempts and d.state = 'waiting')
    insert into webhook_attempts (delivery_id, at, status, milliseconds, error)
    select d.id, given.at, given.status, given.milliseconds, given.error
    from given join webhook_deliveries d on d.id = given.id`.execute(tx.db)
}

/** Makes deliveries due again, for another three days. @returns how many */
export async function makeDue(tx: Ctx, ids: readonly number[], retryUntil: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_attempt_at = ${tx.now()}, retry_until = ${retryUntil}
    where id = ${anyOf(ids)}`.execute(tx.db)
  return Number(numAffectedRows ?? 0)
}

/** Events about a merged record belong to the record that remains. */
export async function moveEvents(tx: Ctx, fromId: number, intoId: number): Promise<void> {
  await tx.db.updateTable('webhookEvents').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}

/** Deletes events about a person, with their deliveries. @returns how many */
export async function deleteEventsAbout(
  tx: Ctx,
  { brokerIds, phones }: { brokerIds: readonly number[]; phones: readonly string[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_events where broker_id = any(${brokerIds}::int[]) or phone = any(${phones}::text[])`.execute(
    tx.db,
  )
  return Number(numAffectedRows ?? 0)
}
