import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type {
  Delivery,
  DeliveryDetails,
  listDeliveries as listEndpoint,
} from '#contract/webhooks/webhook-deliveries.ts'
import type { Webhook } from '#contract/webhooks/webhook-endpoints.ts'
import type { SubscribedEvent, WebhookEvent } from '#contract/webhooks/webhook-events.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { bodyOf } from './body.rules.ts'

const SHOWN_ATTEMPTS = 50
const NOT_FOUND = 'Webhook'

interface WebhookRow {
  id: number
  name: string
  url: string
  events: SubscribedEvent[]
  createdBy: string | null
  createdAt: Date
  failingSince: Date | null
  lastError: string | null
  lastDeliveredAt: Date | null
  waiting: number
  secrets: { end: string; createdAt: string; expiresAt: string | null }[]
}

async function readWebhooks(ctx: Ctx, id?: number): Promise<Webhook[]> {
  const { rows } = await sql<WebhookRow>`
    select w.id, w.name, w.url, w.events, u.name as created_by, w.created_at, w.failing_since, w.last_error,
      w.last_delivered_at,
      (select count(*)::int from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'waiting') as waiting,
      (select jsonb_agg(jsonb_build_object('end', s.hint, 'createdAt', s.created_at, 'expiresAt', s.expires_at)
          order by s.id desc)
        from webhook_secrets s
        where s.endpoint_id = w.id and coalesce(s.expires_at > ${ctx.now()}, true)) as secrets
    from webhook_endpoints w left join users u on u.id = w.created_by
    where ${id === undefined ? sql`true` : sql`w.id = ${id}`}
    order by lower(w.name)`.execute(ctx.db)
  const instant = (text: string) => new Date(text).toISOString()
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    failingSince: row.failingSince?.toISOString() ?? null,
    lastError: row.failingSince && row.lastError,
    lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
    secrets: row.secrets.map(({ end, createdAt, expiresAt }) => ({
      end,
      createdAt: instant(createdAt),
      expiresAt: expiresAt === null ? null : instant(expiresAt),
    })),
  }))
}

export const viewWebhooks = (ctx: Ctx): Promise<Webhook[]> => readWebhooks(ctx)

/** @throws AppError not_found */
export async function viewWebhook(ctx: Ctx, id: number): Promise<Webhook> {
  const [webhook] = await readWebhooks(ctx, id)
  if (!webhook) throw notFound(NOT_FOUND)
  return webhook
}

const deliveriesOf = (ctx: Ctx, endpointId: number) =>
  ctx.db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhookEvents', 'webhookEvents.id', 'webhookDeliveries.eventId')
    .where('endpointId', '=', endpointId)

const columns = [
  ...(['webhookDeliveries.id', 'eventId', 'type', 'occurredAt', 'state', 'attempts'] as const),
  ...(['lastAttemptAt', 'status', 'milliseconds', 'error', 'nextAttemptAt'] as const),
] as const

type DeliveryRow = Awaited<ReturnType<typeof rowsType>>[number]
const rowsType = (ctx: Ctx) => deliveriesOf(ctx, 0).select(columns).execute()

const toDelivery = ({ type, state, ...row }: DeliveryRow): Delivery => ({
  ...row,
  // as recorded by the contract, and as the table's check allows
  event: type as WebhookEvent,
  state: state as Delivery['state'],
  occurredAt: row.occurredAt.toISOString(),
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
})

/** @throws AppError not_found */
export async function viewDeliveries(
  ctx: Ctx,
  endpointId: number,
  query: QueryOf<typeof listEndpoint>,
): Promise<Page<Delivery>> {
  await requireWebhook(ctx, endpointId)
  const cursor = decodeIdCursor(query.cursor)
  let matching = deliveriesOf(ctx, endpointId)
  if (query.state) matching = matching.where('state', '=', query.state)
  if (query.event) matching = matching.where('type', '=', query.event)
  const shown = cursor === null ? matching : matching.where('webhookDeliveries.id', '<', cursor)
  return readPage({
    db: ctx.db,
    matching: matching.select('webhookDeliveries.id'),
    rows: shown.select(columns).orderBy('webhookDeliveries.id', 'desc'),
    limit: query.limit,
    counting: query.total,
    cursor: ({ id }) => [id],
    item: toDelivery,
  })
}

async function requireWebhook(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('webhookEndpoints').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(NOT_FOUND)
}

/** @throws AppError not_found */
export async function viewDelivery(ctx: Ctx, endpointId: number, id: number): Promise<DeliveryDetails> {
  const row = await deliveriesOf(ctx, endpointId)
    .select(columns)
    .select('data')
    .where('webhookDeliveries.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery')
  const log = await ctx.db
    .selectFrom('webhookAttempts')
    .select(['at', 'status', 'milliseconds', 'error'])
    .where('deliveryId', '=', id)
    .orderBy('id', 'desc')
    .limit(SHOWN_ATTEMPTS)
    .execute()
  const { data, ...delivery } = row
  return {
    ...toDelivery(delivery),
    body: bodyOf({ type: row.type, occurredAt: row.occurredAt, data }),
    log: log.map(({ at, ...attempt }) => ({ at: at.toISOString(), ...attempt })),
  }
}
