import { type RawBuilder, sql } from 'kysely'
import {
  type RequestedCallMove,
  type RequestedCallState,
  requestedCallStates,
  requestedCallTransitions,
} from '#contract/calls/requested-calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'

/** The states in which the table of states permits this step. */
export const statesBefore = (move: RequestedCallMove): RequestedCallState[] =>
  requestedCallStates.filter((state) => requestedCallTransitions[state][move] !== undefined)

export interface NewRequestedCall {
  brokerId: number
  campaignId: number
  phone: string
  simulated: boolean
  askedInCallId: number
  words: string
  dueAt: Date
  until: Date
}

/**
 * Plans a call. The index allows one planned call to a number: a later wish replaces the former.
 * @returns whether a wish was replaced
 */
export async function storePlanned(
  tx: Ctx,
  call: NewRequestedCall,
): Promise<{ id: number; replaced: boolean }> {
  const { rows } = await sql<{ id: number; replaced: boolean }>`
    insert into requested_calls (broker_id, campaign_id, phone, simulated, asked_in_call_id, words, due_at, until_at,
      created_at)
    values (${call.brokerId}, ${call.campaignId}, ${call.phone}, ${call.simulated}, ${call.askedInCallId},
      ${call.words}, ${call.dueAt}, ${call.until}, ${tx.now()})
    on conflict (simulated, phone) where state = 'planned' do update
    set broker_id = excluded.broker_id, campaign_id = excluded.campaign_id, words = excluded.words,
      asked_in_call_id = excluded.asked_in_call_id, due_at = excluded.due_at, until_at = excluded.until_at,
      updated_at = clock_timestamp()
    returning id, xmax <> 0 as replaced`.execute(tx.db)
  const [row] = rows
  if (!row) throw new Error('a requested call was neither planned nor replaced')
  return row
}

const CLOSED: readonly RequestedCallState[] = ['kept', 'missed', 'cancelled']

export interface Step {
  id: number
  move: RequestedCallMove
  reason?: string
  /** With `move` and `withdraw`: the new time. */
  dueAt?: Date
  until?: Date
  /** With `dial`. */
  callId?: number
}

/** Takes a step, where the table of states permits it. @returns whether it did */
export async function takeStep(tx: Ctx, { id, move, reason, dueAt, until, callId }: Step): Promise<boolean> {
  const cases = statesBefore(move).map((state) => ({ state, to: requestedCallTransitions[state][move] }))
  const to = cases[0]?.to
  if (to === undefined) throw new Error(`no state permits ${move}`)
  const { rows } = await sql<{ id: number }>`
    update requested_calls set state = ${to}, updated_at = clock_timestamp(),
      closed_at = ${CLOSED.includes(to) ? tx.now() : null}, reason = ${reason ?? null},
      due_at = coalesce(${dueAt ?? null}, due_at), until_at = coalesce(${until ?? null}, until_at),
      call_id = coalesce(${callId ?? null}, call_id)
    where id = ${id} and state = any(${statesBefore(move)}::text[]) returning id`.execute(tx.db)
  return rows.length > 0
}

export interface RequestedCallRow {
  id: number
  state: RequestedCallState
  brokerId: number
  campaignId: number | null
  phone: string
  simulated: boolean
  words: string
  dueAt: Date
  until: Date
  callId: number | null
}

const COLUMNS = sql`r.id, r.state, r.broker_id as "brokerId", r.campaign_id as "campaignId", r.phone, r.simulated,
  r.words, r.due_at as "dueAt", r.until_at as until, r.call_id as "callId"`

async function lockWhere(tx: Ctx, condition: RawBuilder<unknown>): Promise<RequestedCallRow[]> {
  const { rows } = await sql<RequestedCallRow>`
    select ${COLUMNS} from requested_calls r where ${condition} order by r.id for no key update`.execute(
    tx.db,
  )
  return rows
}

export async function lockRequestedCall(tx: Ctx, id: number): Promise<RequestedCallRow | undefined> {
  const [row] = await lockWhere(tx, sql`r.id = ${id}`)
  return row
}

/** Those whose dial is one of these calls. */
export const lockDialledBy = (tx: Ctx, callIds: readonly number[]): Promise<RequestedCallRow[]> =>
  lockWhere(tx, sql`r.call_id = ${anyOf(callIds)}`)

/** The planned calls to a number. */
export const lockPlannedTo = (
  tx: Ctx,
  phone: string,
  { onlySimulated }: { onlySimulated: boolean },
): Promise<RequestedCallRow[]> =>
  lockWhere(tx, sql`r.phone = ${phone} and r.state = 'planned' and (r.simulated or not ${onlySimulated})`)

/** Due calls of a campaign, locked until the transaction ends; skips brokers that are being deleted. */
export async function claimDueRequested(
  tx: Ctx,
  scope: { campaignId: number | null; simulated: boolean; now: Date; limit: number },
): Promise<RequestedCallRow[]> {
  const { rows } = await sql<RequestedCallRow>`
    select ${COLUMNS} from requested_calls r join brokers b on b.id = r.broker_id
    where r.state = 'planned' and r.simulated = ${scope.simulated} and r.due_at <= ${scope.now}
      and r.campaign_id is not distinct from ${scope.campaignId}::int
    order by r.due_at, r.id limit ${scope.limit}
    for no key update of r skip locked
    for key share of b skip locked`.execute(tx.db)
  return rows
}

/**
 * Campaigns with a due call that can be dialled, or that has to be given up: its time has passed, or the campaign was
 * deleted, which is null here.
 */
export async function campaignsWithDue(
  ctx: Ctx,
  { simulated, now, tooLateMs }: { simulated: boolean; now: Date; tooLateMs: number },
): Promise<(number | null)[]> {
  const { rows } = await sql<{ id: number | null }>`
    select distinct r.campaign_id as id from requested_calls r left join campaigns c on c.id = r.campaign_id
    where r.state = 'planned' and r.simulated = ${simulated} and r.due_at <= ${now}
      and (c.id is null or c.status in ('active', 'completed')
        or r.until_at <= ${new Date(now.getTime() - tooLateMs)})`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
