import { type Selectable, sql } from 'kysely'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import type { listMessages } from '#contract/system.ts'
import type { Ctx } from '#server/ctx.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { containing, readPage } from '#server/platform/http/read-page.ts'
import type { Messages } from '#server/schema.gen.ts'
import { displayPhone } from './rules.ts'

type Message = ReturnsOf<typeof listMessages>[number]

/** The outbox, newest first. */
export async function viewMessages(ctx: Ctx, query: QueryOf<typeof listMessages>): Promise<Page<Message>> {
  const cursor = decodeIdCursor(query.cursor)
  let matching = ctx.db.selectFrom('messages')
  if (query.channel) matching = matching.where('channel', '=', query.channel)
  if (query.q) {
    matching = matching.where(
      sql<boolean>`lower(recipient || ' ' || coalesce(subject, '') || ' ' || body) like ${containing(query.q)}`,
    )
  }
  const shown = cursor === null ? matching : matching.where('id', '<', cursor)
  return readPage({
    db: ctx.db,
    matching,
    rows: shown.selectAll().orderBy('id', 'desc'),
    limit: query.limit,
    cursor: ({ id }) => [id],
    item: toMessage,
  })
}

const toMessage = (row: Selectable<Messages>): Message => ({
  id: row.id,
  // the table's checks allow no other values
  channel: row.channel as Message['channel'],
  status: row.status as Message['status'],
  to: row.recipient,
  subject: row.subject,
  body: row.body,
  reason: row.reason,
  createdAt: row.createdAt,
})

/** 128 bits, base64url. */
const CODE = /^[\w-]{22}$/

export interface LinkedOffer {
  lender: string
  contactPhone: string
  product: string
  rate: string | null
  rateType: string
  comparisonRate: string | null
  description: string | null
}

/** What a short link leads to; null when it is unknown or has expired. Says nothing of the broker. */
export async function viewLinkedOffer(ctx: Ctx, code: string): Promise<LinkedOffer | null> {
  if (!CODE.test(code)) return null
  const row = await ctx.db
    .selectFrom('shortLinks')
    .innerJoin('campaigns', 'campaigns.id', 'shortLinks.campaignId')
    .crossJoin('organisation')
    .select([
      'organisation.tradingName',
      'organisation.legalName',
      'organisation.contactPhone',
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
  const { tradingName, legalName, ...offer } = row
  const contactPhone = offer.contactPhone && displayPhone(offer.contactPhone)
  return { ...offer, contactPhone, lender: tradingName || legalName || 'Brokerline' }
}
