import { type SqlBool, sql } from 'kysely'
import type { listOwnMessages, OwnMessage } from '#contract/accreditations/portal.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { foldKey } from '#contract/plain-text.ts'
import type { Ctx } from '#server/ctx.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { HIDDEN, hiddenTemplates } from './own-messages.rules.ts'

// hidden texts are not searched either, because a search could reveal them letter by letter
const shownBody = sql<string>`case when m.template = any(${[...hiddenTemplates]}) then ${HIDDEN} else m.body end`

/**
 * Messages to the broker, newest first. A message of the record may have gone to someone else who used the broker's
 * link, so only those sent to the broker's own address or number are shown.
 */
export async function viewOwnMessages(
  ctx: Ctx,
  query: QueryOf<typeof listOwnMessages>,
): Promise<Page<OwnMessage>> {
  const { brokerId, email } = requireBroker(ctx)
  const cursor = decodeIdCursor(query.cursor)
  let matching = ctx.db
    .selectFrom('messages as m')
    .innerJoin('brokers as b', 'b.id', 'm.brokerId')
    .where('m.brokerId', '=', brokerId)
    // cancelled before it was sent, e.g. the reminder of a cancelled meeting
    .where('m.status', '<>', 'cancelled')
    .where((eb) => eb.or([eb('m.simulated', '=', false), eb.val(simulates(ctx))]))
    .where(
      sql<SqlBool>`case m.channel when 'email' then lower(m.recipient) in (lower(b.email), ${email})
        else m.recipient = b.phone or exists (select from calls c
          where c.id = m.call_id and c.broker_id = b.id and c.to_number = m.recipient) end`,
    )
  if (query.q) {
    matching = matching.where(
      sql<SqlBool>`fold_key(coalesce(m.subject, '') || ' ' || ${shownBody}) like ${containing(foldKey(query.q))}`,
    )
  }
  const shown = cursor === null ? matching : matching.where('m.id', '<', cursor)
  return readPage({
    db: ctx.db,
    matching,
    rows: shown
      .select(['m.id', 'm.channel', 'm.subject', 'm.status', 'm.createdAt'])
      .select(shownBody.as('body'))
      .orderBy('m.id', 'desc'),
    limit: query.limit,
    counting: query.total,
    cursor: ({ id }) => [id],
    item: ({ id, channel, subject, body, status, createdAt }) => ({
      ...{ id, subject, body, status, createdAt: createdAt.toISOString() },
      // the table's check constraint allows no other value
      channel: channel as OwnMessage['channel'],
    }),
  })
}
