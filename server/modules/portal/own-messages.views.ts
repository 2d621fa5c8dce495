import { type RawBuilder, sql } from 'kysely'
import type { listOwnMessages, OwnMessage } from '#contract/accreditations/portal.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { foldKey } from '#contract/plain-text.ts'
import type { Ctx } from '#server/ctx.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import { UNKNOWN } from '#server/modules/messages/outbox.rules.ts'
import { contactCode } from '#server/modules/messages/verification/contact-codes.rules.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import { decodeCursor, notOurCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { HIDDEN, hiddenTemplates } from './own-messages.rules.ts'

interface Row {
  id: number
  channel: OwnMessage['channel']
  subject: string | null
  /** Of a message. */
  body: string
  status: string
  createdAt: Date
  /** Of a message. */
  occasion: string
  /** Of a call, E.164. */
  toNumber: string
  /** The time to the microsecond. */
  position: string
}

// hidden texts are not searched either, because a search could reveal them letter by letter
const shownBody = sql<string>`case when m.template = any(${[...hiddenTemplates]}) then ${HIDDEN} else m.body end`

/**
 * Calls to the broker and messages that were sent, newest first. A message of the record may have gone to someone else who used the
 * broker's link, so only those sent to the broker's own address or number are shown.
 */
export async function viewOwnMessages(
  ctx: Ctx,
  query: QueryOf<typeof listOwnMessages>,
): Promise<Page<OwnMessage>> {
  const after = positionOf(query.cursor)
  const own = sql`${ownRows(ctx)} as own
    where fold_key(coalesce(subject, '') || ' ' || body) like ${containing(foldKey(query.q ?? ''))}`
  const following = after
    ? sql`and (created_at, channel, id) < (${after.position}::timestamptz, ${after.channel}, ${after.id}::int)`
    : sql``
  return readPage({
    db: ctx.db,
    matching: { limit: (max) => sql`(select from ${own} limit ${max})` },
    rows: {
      limit: (max) => ({
        async execute() {
          const { rows } = await sql<Row>`select own.*, created_at::text as position from ${own} ${following}
            order by created_at desc, channel desc, id desc limit ${max}`.execute(ctx.db)
          return rows
        },
      }),
    },
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, channel, id }) => [position, channel, id],
    item: (row) => toItem(ctx, row),
  })
}

function ownRows(ctx: Ctx): RawBuilder<unknown> {
  const { brokerId, email } = requireBroker(ctx)
  const simulated = simulates(ctx)
  return sql`(
    select m.id, m.channel, m.subject, ${shownBody} as body, m.status, coalesce(m.sent_at, m.created_at) as created_at,
      m.occasion, '' as to_number
    from messages m join brokers b on b.id = m.broker_id
    where m.broker_id = ${brokerId} and (not m.simulated or ${simulated})
      -- neither held nor waiting; a message whose result is unknown may have arrived
      and (m.sent_at is not null or starts_with(m.reason, ${UNKNOWN}))
      and case m.channel when 'email' then lower(m.recipient) in (lower(b.email), ${email})
        else m.recipient = b.phone or exists (select from calls c
          where c.id = m.call_id and c.broker_id = b.id and c.to_number = m.recipient) end
    union all
    select c.id, 'call', v.product, '', c.status, c.created_at, '', c.to_number
    from calls c left join campaign_versions v on v.id = c.campaign_version_id
    where c.broker_id = ${brokerId} and (not c.simulated or ${simulated})
      and not c.test and not c.withdrawn and c.dispatched_at is not null)`
}

function positionOf(cursor: string | undefined): { position: string; channel: string; id: number } | null {
  const values = decodeCursor(cursor, 3)
  if (!values) return null
  const [position, channel, id] = values
  if (typeof position !== 'string' || typeof channel !== 'string' || typeof id !== 'number')
    throw notOurCursor()
  return { position, channel, id }
}

function toItem({ providers: { secret, publicUrl } }: Ctx, row: Row): OwnMessage {
  const { id, channel, subject, body, status, occasion, toNumber } = row
  const item = { id, channel, status, createdAt: row.createdAt.toISOString() }
  if (channel === 'email') return { ...item, subject, body, code: null }
  if (channel === 'sms')
    return { ...item, subject, body, code: contactCode(secret, { kind: 'sms', occasion }) }
  const code = contactCode(secret, { kind: 'call', id })
  const about = subject ?? 'home-loan offers'
  return {
    ...{ ...item, code, subject: `We called you about ${about}` },
    body: `We called ${formatPhone(toNumber)}. The code of the call is ${code}: ${publicUrl}/verify`,
  }
}
