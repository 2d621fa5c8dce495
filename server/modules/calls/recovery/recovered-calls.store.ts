import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/**
 * Treats placed calls that no vendor was asked for as calls with an unclear answer: after a restore they may have been
 * dialled since. @returns how many
 */
export async function assumeDispatched(ctx: Ctx, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`update calls set dispatched_at = ${at}, updated_at = ${ctx.now()}
    where finished_at is null and dispatched_at is null`.execute(ctx.db)
  return Number(numAffectedRows)
}

/**
 * Locks the open call that a vendor's call may belong to: it has our id, or goes to the same number, and has no vendor's id
 * yet.
 */
export async function lockUnnamed(
  tx: Ctx,
  { callId, to }: { callId: number | null; to: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from calls
    where finished_at is null and not simulated and provider_call_id is null and to_number = ${to}
    order by id = ${callId ?? 0} desc, id desc limit 1 for update`.execute(tx.db)
  return rows[0]?.id
}

export interface ListedDial {
  provider: string
  providerCallId: string
  from: string | null
  at: Date
}

export async function nameCall(
  tx: Ctx,
  callId: number,
  { provider, providerCallId, from, at }: ListedDial,
): Promise<void> {
  await tx.db
    .updateTable('calls')
    .set({ provider, providerCallId, fromNumber: from, dispatchedAt: at, updatedAt: tx.now() })
    .where('id', '=', callId)
    .execute()
}

export interface RecoveredCall extends ListedDial {
  /** Our id as the vendor has it; taken only while no call has it. */
  callId: number | null
  to: string
  simulatedAt: Date | null
  brokerId: number | null
  enrolment: { id: number; campaignId: number; campaignVersionId: number | null; attempt: number } | null
  /** YYYY-MM-DD at the broker's place. */
  capDate: string
}

/**
 * Inserts a call that only its vendor has kept. It uses up the day of its number unless another call has.
 * @returns undefined: another process has recorded it
 */
export async function insertRecovered(tx: Ctx, call: RecoveredCall): Promise<number | undefined> {
  const { enrolment } = call
  const id = call.callId !== null && !(await hasCall(tx, call.callId)) ? call.callId : null
  const { rows } = await sql<{ id: number }>`
    insert into calls (${id === null ? sql`` : sql`id,`} campaign_id, campaign_version_id, broker_id, enrolment_id, attempt,
      to_number, from_number, provider, provider_call_id, simulated, simulated_at, cap_date, created_at, dispatched_at,
      region, local_hour, called_line)
    ${id === null ? sql`` : sql`overriding system value`}
    select ${id === null ? sql`` : sql`${id}::int,`} ${enrolment?.campaignId ?? null}::int,
      ${enrolment?.campaignVersionId ?? null}::int, ${call.brokerId}::int, ${enrolment?.id ?? null}::int,
      ${enrolment?.attempt ?? null}::int, ${call.to}, ${call.from}, ${call.provider}, ${call.providerCallId}, false,
      ${call.simulatedAt}::timestamptz,
      case when not exists (select from calls where not simulated and to_number = ${call.to}
        and cap_date = ${call.capDate}::date) then ${call.capDate}::date end,
      ${call.at}::timestamptz, ${call.at}::timestamptz, b.region,
      hour_of_week(coalesce(${call.simulatedAt}::timestamptz, ${call.at}::timestamptz),
        coalesce(b.timezone, 'Australia/Sydney')),
      case when ${call.to} like '+614%' then 'mobile' else 'fixed' end
    from (select) one left join brokers b on b.id = ${call.brokerId}::int
    on conflict do nothing returning id`.execute(tx.db)
  return rows[0]?.id
}

async function hasCall(tx: Ctx, id: number): Promise<boolean> {
  return (await tx.db.selectFrom('calls').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
