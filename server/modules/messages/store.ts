import { type Insertable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { beginningWith } from '#server/platform/db/search-pattern.ts'
import { activeTrace } from '#server/platform/traces/spans.ts'
import type { Messages } from '#server/schema.gen.ts'

export type MessageRow = Insertable<Messages>

/**
 * Adds messages, unless their occasion already has one. Each belongs to the trace of the work under way, else of its call.
 * @returns the occasions of those that were added
 */
export async function insertMessages(ctx: Ctx, rows: readonly MessageRow[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const { rows: added } = await sql<{ id: number; occasion: string }>`
    insert into messages (channel, recipient, subject, body, html, template, invitation, unsubscribe_url, reply_to, status, reason,
      next_attempt_at, not_after, broker_id, call_id, booking_id, application_id, occasion, simulated, due_at, trace_context)
    select channel, recipient, subject, body, html, template, invitation::jsonb, "unsubscribeUrl", "replyTo", status, reason,
      "nextAttemptAt", "notAfter", "brokerId", "callId", "bookingId", "applicationId", occasion, simulated, "nextAttemptAt",
      coalesce(${activeTrace()}, (select trace_context from calls where id = "callId"))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (channel text, recipient text, subject text, body text,
      html text, template text, invitation text, "unsubscribeUrl" text, "replyTo" text, status text, reason text,
      "nextAttemptAt" timestamptz, "notAfter" timestamptz, "brokerId" int, "callId" int, "bookingId" int,
      "applicationId" int, occasion text, simulated boolean)
    on conflict (occasion) do nothing
    returning id, occasion`.execute(ctx.db)
  return new Map(added.map(({ id, occasion }) => [occasion, id]))
}

/**
 * Cancels queued and held messages. One that is being sent is marked so that it is not retried, and one that has failed
 * so that staff cannot resend it.
 * @returns how many were cancelled
 */
export async function cancelUnsent(ctx: Ctx, occasionPrefix: string): Promise<number> {
  const { rows } = await sql<{ status: string }>`
    update messages set cancel_asked_at = ${ctx.now()}, updated_at = ${ctx.now()},
      status = case when status in ('sending', 'failed') then status else 'cancelled' end,
      reason = case when status in ('sending', 'failed') then reason end,
      next_attempt_at = case when status = 'sending' then next_attempt_at end
    where occasion like ${beginningWith(occasionPrefix)} and status in ('queued', 'held', 'sending', 'failed')
      and cancel_asked_at is null
    returning status`.execute(ctx.db)
  return rows.filter(({ status }) => status === 'cancelled').length
}

/** Of a new link to an offer. */
export interface OfferLink {
  code: string
  brokerId: number | null
  campaignId: number | null
  callId: number
  expiresAt: Date
}

export async function insertOfferLinks(ctx: Ctx, links: readonly OfferLink[]): Promise<void> {
  if (links.length === 0) return
  await sql`insert into short_links (code, kind, broker_id, campaign_id, call_id, expires_at)
    select code, 'offer', "brokerId", "campaignId", "callId", "expiresAt"
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given (code text, "brokerId" int, "campaignId" int,
      "callId" int, "expiresAt" timestamptz)`.execute(ctx.db)
}

export interface PageLink {
  code: string
  target: string
  brokerId: number | null
  callId: number | null
  expiresAt: Date
}

/**
 * Adds links, which are each to another page or for another broker or call.
 * @returns the link's code by the one that was given, reused from an earlier link to the same page for the same broker and call
 */
export async function upsertPageLinks(ctx: Ctx, links: readonly PageLink[]): Promise<Map<string, string>> {
  if (links.length === 0) return new Map()
  const { rows } = await sql<Omit<PageLink, 'expiresAt'>>`
    insert into short_links (code, kind, target, broker_id, call_id, expires_at)
    select code, 'page', target, "brokerId", "callId", "expiresAt"
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given (code text, target text, "brokerId" int, "callId" int,
      "expiresAt" timestamptz)
    order by target, "brokerId", "callId"
    on conflict (target, broker_id, call_id) where kind = 'page'
      do update set expires_at = greatest(short_links.expires_at, excluded.expires_at)
    returning code, target, broker_id, call_id`.execute(ctx.db)
  const codes = new Map(rows.map((row) => [keyOf(row), row.code]))
  return new Map(links.map((link) => [link.code, codes.get(keyOf(link)) ?? link.code]))
}

const keyOf = ({ target, brokerId, callId }: Omit<PageLink, 'code' | 'expiresAt'>): string =>
  `${brokerId} ${callId} ${target}`

/** Messages and short links of a merged record become the other's; the pages behind the links resolve merges themselves. */
export async function moveMessages(tx: Ctx, fromBroker: number, intoBroker: number): Promise<void> {
  for (const table of ['messages', 'shortLinks'] as const)
    await tx.db.updateTable(table).set({ brokerId: intoBroker }).where('brokerId', '=', fromBroker).execute()
}
