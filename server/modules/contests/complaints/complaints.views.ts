import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type {
  Complaint,
  exportComplaints,
  listComplaintCalls,
  listComplaints,
  OwnComplaint,
} from '#contract/contests/complaints.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import { holds, searchPattern } from '#server/platform/db/search-pattern.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireDaysInOrder } from '#server/platform/http/days-in-order.ts'
import { decodeCursor, notOurCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

const ERASED = 'Erased with the person’s record.'

interface Row
  extends Omit<
    Complaint,
    'receivedAt' | 'callAt' | 'acknowledgedAt' | 'answeredAt' | 'acknowledgeBy' | 'broker' | 'words'
  > {
  words: string | null
  receivedAt: Date
  callAt: Date | null
  acknowledgeBy: Date
  acknowledgedAt: Date | null
  answeredAt: Date | null
  brokerId: number | null
  brokerName: string | null
  position: string
}

const columns = sql`c.id, c.channel, c.words, c.received_at, c.received_at::text as position, k.created_at as call_at,
  c.call_id, c.acknowledge_by, c.acknowledged_at, ack.name as acknowledged_by, c.due_on::text as due_on, c.status,
  c.answer, c.answered_at, u.name as answered_by, r.name as recorded_by, c.suspicion, c.broker_id, b.name as broker_name,
  coalesce(c.name, b.name) as name, coalesce(c.email, b.email) as email, coalesce(c.phone, b.phone) as phone`

const tables = sql`complaints c left join brokers b on b.id = c.broker_id left join calls k on k.id = c.call_id
  left join users u on u.id = c.answered_by left join users ack on ack.id = c.acknowledged_by
  left join users r on r.id = c.recorded_by`

export type ComplaintFilters = QueryOf<typeof exportComplaints>

function conditions(ctx: Ctx, { status, channel, from, to, late, q }: ComplaintFilters): RawBuilder<SqlBool> {
  const isLate = sql<SqlBool>`(c.status = 'open' and (c.due_on < ${sydneyDate(ctx.now())}::date
    or (c.acknowledged_at is null and c.acknowledge_by < ${ctx.now()})))`
  const found = [
    sql<SqlBool>`true`,
    ...(status ? [sql<SqlBool>`c.status = ${status}`] : []),
    ...(channel ? [sql<SqlBool>`c.channel = ${channel}`] : []),
    ...(from ? [sql<SqlBool>`c.received_at >= ${sydneyMidnight(from)}`] : []),
    ...(to ? [sql<SqlBool>`c.received_at < ${sydneyMidnight(addDays(to, 1))}`] : []),
    ...(late ? [late === 'true' ? isLate : sql<SqlBool>`not ${isLate}`] : []),
    ...(q
      ? [holds(sql`fold_key(concat_ws(' ', b.name, c.name, c.email, c.phone, c.words))`, searchPattern(q))]
      : []),
  ]
  return sql<SqlBool>`${sql.join(found, sql` and `)}`
}

async function read(ctx: Ctx, where: RawBuilder<SqlBool>, max: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${tables} where ${where} order by c.received_at desc, c.id desc limit ${max}`.execute(
    ctx.db,
  )
  return rows
}

const toOwn = (row: Row): OwnComplaint => ({
  ...{ id: row.id, words: row.words ?? ERASED, dueOn: row.dueOn, status: row.status, answer: row.answer },
  receivedAt: row.receivedAt.toISOString(),
  callAt: row.callAt?.toISOString() ?? null,
  acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  answeredAt: row.answeredAt?.toISOString() ?? null,
})

function toComplaint(row: Row): Complaint {
  const { channel, callId, name, email, phone, acknowledgedBy, recordedBy, suspicion, answeredBy } = row
  return {
    ...toOwn(row),
    ...{ channel, callId, name, email, phone, acknowledgedBy, recordedBy, suspicion, answeredBy },
    acknowledgeBy: row.acknowledgeBy.toISOString(),
    broker: row.brokerId === null ? null : { id: row.brokerId, name: row.brokerName ?? '' },
  }
}

const afterCursor = (cursor: string | undefined): RawBuilder<SqlBool> => {
  const after = decodeCursor(cursor, 2)
  if (!after) return sql<SqlBool>`true`
  const [at, id] = after
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || typeof id !== 'number') throw notOurCursor()
  return sql<SqlBool>`(c.received_at, c.id) < (${at}::timestamptz, ${id}::int)`
}

/** For staff, newest first. */
export async function viewComplaints(
  ctx: Ctx,
  query: QueryOf<typeof listComplaints>,
): Promise<Page<Complaint>> {
  requireDaysInOrder(query)
  const where = conditions(ctx, query)
  const from = sql<SqlBool>`${where} and ${afterCursor(query.cursor)}`
  return readPage({
    db: ctx.db,
    matching: { limit: (max) => sql`(select from ${tables} where ${where} limit ${max})` },
    rows: { limit: (max) => ({ execute: () => read(ctx, from, max) }) },
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, id }) => [position, id],
    item: toComplaint,
  })
}

const PAGE = 500

/** Every complaint of the filters, newest first. */
export async function* streamComplaints(ctx: Ctx, filters: ComplaintFilters): AsyncGenerator<Complaint> {
  const where = conditions(ctx, filters)
  let from = where
  for (;;) {
    const rows = await read(ctx, from, PAGE)
    for (const row of rows) yield toComplaint(row)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    from = sql<SqlBool>`${where} and (c.received_at, c.id) < (${last.position}::timestamptz, ${last.id}::int)`
  }
}

/** @throws AppError not_found */
export async function viewComplaint(ctx: Ctx, id: number): Promise<Complaint> {
  const [row] = await read(ctx, sql`c.id = ${id}`, 1)
  if (!row) throw notFound('Complaint')
  return toComplaint(row)
}

const SHOWN = 200

/** Without those of the public page, where the number alone shows whose complaint it is. */
const ofBroker = (brokerId: number) => sql<SqlBool>`c.broker_id = ${brokerId} and c.channel <> 'verify'`

/** @throws AppError not_signed_in */
export async function viewOwnComplaints(ctx: Ctx): Promise<OwnComplaint[]> {
  const { brokerId } = requireBroker(ctx)
  return (await read(ctx, ofBroker(brokerId), SHOWN)).map(toOwn)
}

/** @throws AppError not_signed_in, not_found */
export async function viewOwnComplaint(ctx: Ctx, id: number): Promise<OwnComplaint> {
  const { brokerId } = requireBroker(ctx)
  const [row] = await read(ctx, sql`${ofBroker(brokerId)} and c.id = ${id}`, 1)
  if (!row) throw notFound('Complaint')
  return toOwn(row)
}

const CALLS = 20

/** @throws AppError not_signed_in */
export async function viewOwnCalls(ctx: Ctx): Promise<ReturnsOf<typeof listComplaintCalls>> {
  const { brokerId } = requireBroker(ctx)
  const { rows } = await sql<{ id: number; at: Date }>`
    select id, created_at as at from calls
    where broker_id = ${brokerId} and not test and not withdrawn and (not simulated or ${simulates(ctx)})
    order by id desc limit ${CALLS}`.execute(ctx.db)
  return rows.map(({ id, at }) => ({ id, at: at.toISOString() }))
}

export async function findBrokerOfCall(
  ctx: Ctx,
  callId: number,
): Promise<{ brokerId: number | null } | undefined> {
  return ctx.db.selectFrom('calls').select('brokerId').where('id', '=', callId).executeTakeFirst()
}

/** The one broker with this number; null: none, or several share it. */
export async function findBrokerOfNumber(ctx: Ctx, phone: string): Promise<number | null> {
  const rows = await ctx.db.selectFrom('brokers').select('id').where('phone', '=', phone).limit(2).execute()
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}
