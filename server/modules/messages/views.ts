import { type Selectable, type SqlBool, sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listMessages, OutboxMessage, OutboxMessageDetails } from '#contract/messages/messages.ts'
import type { OfferFacts } from '#contract/microsites/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { signBrokerKey, withKey } from '#server/modules/brokers/broker-key.ts'
import { holds, phrasePattern } from '#server/platform/db/search-pattern.ts'
import { findNewest } from '#server/platform/db/searched-rows.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import type { Messages } from '#server/schema.gen.ts'
import { manualResend, RESENDABLE, toStoredMessage, WITH_KEYS, withoutKeys } from './outbox.rules.ts'

/** The searchable part of a message whose text holds a secret link. */
const HEAD = sql`fold_key(recipient || ' ' || coalesce(subject, ''))`

/** The outbox, newest first. */
export async function viewMessages(
  ctx: Ctx,
  query: QueryOf<typeof listMessages>,
): Promise<Page<OutboxMessage>> {
  const cursor = decodeIdCursor(query.cursor)
  const matching = matchingMessages(ctx, query)
  const page = { table: 'messages', before: cursor, most: query.limit + 1 } as const
  const searched = query.q ? await findNewest(ctx.db, matching.select('id'), page) : null
  const following = cursor === null ? matching : matching.where('id', '<', cursor)
  const shown = searched
    ? ctx.db.selectFrom('messages').where(sql<SqlBool>`id = any(${searched.ids}::int[])`)
    : following
  return readPage({
    db: ctx.db,
    matching,
    total: searched?.total,
    rows: shown.selectAll().select(brokerName).orderBy('id', 'desc'),
    limit: query.limit,
    counting: query.total,
    cursor: ({ id }) => [id],
    item: (row) => toMessage(ctx, row),
  })
}

type MessageFilters = Pick<QueryOf<typeof listMessages>, 'channel' | 'status' | 'q'>

function matchingMessages(ctx: Ctx, { channel, status, q }: MessageFilters) {
  let matching = ctx.db.selectFrom('messages')
  if (channel) matching = matching.where('channel', '=', channel)
  if (status) matching = matching.where('status', '=', status)
  if (!q) return matching
  const wanted = [phrasePattern(q)]
  matching = matching.where(holds(sql`search_key`, wanted))
  // nor is a hidden key to be found, piece by piece, by searching for it
  return hidesLinks(ctx)
    ? matching.where(
        sql<SqlBool>`(template is null or template <> all(${WITH_KEYS}) or ${holds(HEAD, wanted)})`,
      )
    : matching
}

/** The newest messages that match the filters and wait or failed, up to a number, and how many others there are. */
export async function findResendable(
  ctx: Ctx,
  { filters, except }: { filters: MessageFilters; except: number[] },
  most: number,
): Promise<{ ids: number[]; more: number }> {
  const matching = matchingMessages(ctx, filters)
    .where('status', 'in', RESENDABLE)
    .where(sql<SqlBool>`messages.id <> all(${except}::int[])`)
  const rows = await matching.select('id').orderBy('id', 'desc').limit(most).execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length < most) return { ids, more: 0 }
  const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return { ids, more: count - ids.length }
}

/** Without a provider the outbox is where links are opened; with one they are their reader's alone. */
const hidesLinks = (ctx: Ctx): boolean => ctx.providers.messaging.mail !== null

/** A subquery: a join would make the columns of the filters ambiguous. */
const brokerName = sql<string | null>`(select name from brokers where brokers.id = messages.broker_id)`.as(
  'brokerName',
)

function toMessage(ctx: Ctx, row: Selectable<Messages> & { brokerName: string | null }): OutboxMessage {
  const stored = toStoredMessage(row)
  const { channel, status } = stored
  const { mail, sms } = ctx.providers.messaging
  const configured = (channel === 'email' ? mail : sms) !== null
  return {
    ...{ id: row.id, channel, status, to: row.recipient, subject: row.subject },
    body: hidesLinks(ctx) ? withoutKeys(row.template, row.body) : row.body,
    ...{ reason: row.reason, attempts: row.attempts, createdAt: row.createdAt.toISOString() },
    // while a message is being sent, the column holds when the attempt counts as unclear
    nextAttemptAt: status === 'queued' ? instant(row.nextAttemptAt) : null,
    lastAttemptAt: instant(row.lastAttemptAt),
    sentAt: instant(row.sentAt),
    deliveredAt: instant(row.deliveredAt),
    broker:
      row.brokerId !== null && row.brokerName !== null ? { id: row.brokerId, name: row.brokerName } : null,
    sending: manualResend(stored, { configured, now: ctx.now() }),
  }
}

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

/** One message with its details. @throws AppError not_found */
export async function viewMessage(ctx: Ctx, id: number): Promise<OutboxMessageDetails> {
  const row = await ctx.db
    .selectFrom('messages')
    .selectAll()
    .select(brokerName)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Message')
  const { callId, bookingId, applicationId, provider, providerRef } = row
  const html = hidesLinks(ctx) && row.html ? withoutKeys(row.template, row.html) : row.html
  return {
    ...toMessage(ctx, row),
    ...{ html, provider, providerRef, callId, bookingId, applicationId },
    // only queueMail writes this column
    invitation: row.invitation as OutboxMessageDetails['invitation'],
  }
}

/** 128 bits, base64url. */
const CODE = /^[\w-]{22}$/

export type LinkedPage =
  | { kind: 'page'; target: string }
  | { kind: 'offer'; offer: OfferFacts; broker: number | null; brokerKey: string | null }

/** The target of a short link; null if it is unknown or has expired. */
export async function viewLink(ctx: Ctx, code: string): Promise<LinkedPage | null> {
  if (!CODE.test(code)) return null
  const row = await ctx.db
    .selectFrom('shortLinks')
    .leftJoin('campaigns', 'campaigns.id', 'shortLinks.campaignId')
    .select([
      'shortLinks.target',
      'shortLinks.brokerId as broker',
      'campaigns.product',
      'campaigns.rate',
      'campaigns.rateType',
      'campaigns.comparisonRate',
      'campaigns.description',
    ])
    .where('shortLinks.code', '=', code)
    .where('shortLinks.expiresAt', '>', ctx.now())
    .executeTakeFirst()
  if (!row) return null
  const { target, broker, product, rate, rateType, comparisonRate, description } = row
  if (target !== null) return { kind: 'page', target: withKey(ctx, target, broker) }
  // the campaign was deleted
  if (product === null || rateType === null) return null
  const brokerKey = broker === null ? null : signBrokerKey(ctx, broker)
  return { kind: 'offer', broker, brokerKey, offer: { product, rate, rateType, comparisonRate, description } }
}
