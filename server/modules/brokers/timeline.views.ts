import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { brokerTimeline, listActivities, timelineEntry } from '#contract/brokers/timeline.ts'
import { addDays } from '#contract/calendar.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireDaysInOrder } from '#server/platform/http/days-in-order.ts'
import { countLimit, decodeCursor, encodeCursor, type Page, page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { endingTypes } from './call-activities.rules.ts'
import {
  auditText,
  callParts,
  decisionReasons,
  decisionText,
  messageTexts,
  patternOfKind,
} from './timeline.rules.ts'
import { findSearched, isOfSearched, simulates } from './views.ts'

type Entry = z.input<typeof timelineEntry>
type Activity = ReturnsOf<typeof listActivities>[number]

interface EntryRow {
  kind: 'activity' | 'decision' | 'call' | 'message' | 'suppression' | 'audit' | 'import' | 'bulk'
  id: number
  at: Date
  /** The instant to the microsecond, for the cursor. */
  position: string
  type: string
  description: string | null
  simulatedAt: Date | null
  callId: number | null
  campaignId: number | null
  campaign: string | null
  detail: unknown
}

/** Covered by the entry of their call: its end, and the options chosen in it. */
const FOLDED = [
  ...endingTypes,
  'sms_link_requested',
  'accreditation_started',
  'test_option_chosen',
  'opted_out',
  'call_back_requested',
  'call_handed_off',
]

/** One SELECT for each kind of entry, all with the same columns. */
function branches(
  broker: { id: number; phone: string | null },
  { simulated, folded }: { simulated: boolean; folded: boolean },
): RawBuilder<unknown>[] {
  // a call's own entry covers its results, unless entries of another kind are requested
  const own = folded
    ? sql`and not (a.call_id is not null and a.type = any(${FOLDED}::text[])
        and exists (select from activities e join calls c on c.id = e.call_id
          where e.call_id = a.call_id and e.type = any(${[...endingTypes]}::text[]) and c.broker_id = ${broker.id}))`
    : sql``
  return [
    sql`select 'activity' as kind, a.id::bigint as id, a.created_at as at, a.type, a.description,
          a.simulated_at, a.call_id, a.campaign_id, null::text as campaign, null::jsonb as detail
        from activities a where a.broker_id = ${broker.id} and (not a.simulated or ${simulated}) ${own}`,
    sql`select 'decision', d.id, d.decided_at, 'decision_' || d.verdict, d.verdict,
          d.judged_at, null, d.campaign_id, p.name, d.reasons
        from call_decisions d left join campaigns p on p.id = d.campaign_id
        where d.broker_id = ${broker.id}
          and not exists (select from calls c where c.decision_id = d.id and c.broker_id = ${broker.id})`,
    sql`select 'call', c.id, c.created_at,
          case when c.response = 'option_4' then 'opted_out' else coalesce(e.type, 'call_dialled') end,
          coalesce(e.description,
            case when c.test then 'Test call dialled' else 'Dialled' || coalesce(' for ' || p.name, '') end),
          c.simulated_at, c.id, c.campaign_id, p.name,
          jsonb_build_object(
            'notes', coalesce((select jsonb_agg(a.description order by a.id) from activities a
              where a.call_id = c.id and a.type in ('call_back_requested', 'call_handed_off')), '[]'),
            'reasons', coalesce(d.reasons, '[]'),
            'recordedSeconds', case when c.recording_status = 'completed' then coalesce(c.duration, 0) end)
        from calls c left join campaigns p on p.id = c.campaign_id
        left join activities e on e.call_id = c.id and e.type = any(${[...endingTypes]}::text[])
        left join call_decisions d on d.broker_id = ${broker.id} and d.id = c.decision_id
        where c.broker_id = ${broker.id} and (not c.simulated or ${simulated})`,
    sql`select 'message', m.id, m.created_at, 'message_' || m.status, coalesce(m.subject, m.body), null, m.call_id,
          null, null, jsonb_build_object('channel', m.channel, 'status', m.status, 'reason', m.reason)
        from messages m where m.broker_id = ${broker.id} and (not m.simulated or ${simulated})`,
    sql`select 'suppression', s.id, s.created_at, 'suppressed', 'Number suppressed: ' || s.reason
            || coalesce(': “' || (s.evidence ->> 'text') || '”' || coalesce(' (rule ' || (s.evidence ->> 'rule') || ')', ''), ''),
          null, null, null, null, null
        from suppressions s where s.phone = ${broker.phone} and (s.source in ('manual', 'sms_stop', 'unclear') or s.evidence is not null)
          and (not s.simulated or ${simulated})`,
    sql`select 'suppression', -s.id, s.ended_at, 'suppression_ended',
          'Suppression ended' || coalesce(': ' || s.ended_reason, ''), null, null, null, null, null
        from suppressions s where s.phone = ${broker.phone} and s.ended_at is not null
          and (not s.simulated or ${simulated})`,
    sql`select 'audit', l.id, l.at, replace(l.action, '.', '_'), l.actor, null, null, null, l.action,
          coalesce((select jsonb_agg(key) from jsonb_object_keys(l.before) key), '[]')
        from audit_log l where l.subject_type = 'broker' and l.subject_id = ${String(broker.id)}
          and l.action in ('broker.created', 'broker.changed')`,
    sql`select 'import', i.id, h.left_at, 'import',
          case when h.before is null then 'Added' else 'Changed' end || ' by the import of ' || i.filename,
          null, null, null, null, null
        from broker_import_changes h join broker_imports i on i.id = h.import_id where h.broker_id = ${broker.id}`,
    sql`select 'bulk', k.id, h.left_at, 'broker_changed',
          (k.input ->> 'label') || ' (with ' || k.total || ' brokers' || coalesce(', by ' || u.name, '') || ')'
            || case when h.outcome = 'restored' then ', undone since' else '' end,
          null, null, null, null, null
        from bulk_change_brokers h join runs k on k.id = h.change_id left join users u on u.id = k.started_by
        where h.broker_id = ${broker.id} and h.left_at is not null and k.input -> 'change' ->> 'kind' <> 'suppression'`,
  ]
}

/** A broker's timeline, newest first. @throws AppError not_found */
export async function viewTimeline(
  ctx: Ctx,
  brokerId: number,
  query: QueryOf<typeof brokerTimeline>,
): Promise<Page<Entry>> {
  const broker = await ctx.db
    .selectFrom('brokers')
    .select(['id', 'phone'])
    .where('id', '=', brokerId)
    .executeTakeFirst()
  if (!broker) throw notFound('Broker')
  const cursor = decodeCursor(query.cursor, 3)
  const folded = query.kind === undefined || query.kind === 'calls'
  const every = sql.join(branches(broker, { simulated: simulates(ctx), folded }), sql` union all `)
  const all = query.kind
    ? sql`select * from (${every}) every where type ~ ${patternOfKind[query.kind]}`
    : every
  const after = cursor
    ? sql`where (at, kind, id) < (${String(cursor[0])}::timestamptz, ${String(cursor[1])}, ${Number(cursor[2])}::bigint)`
    : sql``
  const [found, counted] = await Promise.all([
    sql<EntryRow>`select *, at::text as position from (${all}) entries ${after}
      order by at desc, kind desc, id desc limit ${query.limit + 1}`.execute(ctx.db),
    sql<{
      total: number
    }>`select count(*) as total from (select from (${all}) entries limit ${countLimit(query.total) + 1}) counted`.execute(
      ctx.db,
    ),
  ])
  const items = found.rows.slice(0, query.limit)
  const last = items.at(-1)
  const more = found.rows.length > query.limit && last
  return page(items.map(toEntry), {
    total: counted.rows[0]?.total ?? 0,
    next: more ? encodeCursor([last.position, last.kind, last.id]) : null,
    countedTo: countLimit(query.total),
  })
}

function toEntry(row: EntryRow): Entry {
  const { kind, id, type, at, simulatedAt, callId, campaignId } = row
  const own = { id: `${kind}:${id}`, type, at, simulatedAt, callId, campaignId, recordedSeconds: null }
  return { ...own, ...textsOf(row) }
}

function textsOf({
  kind,
  description,
  campaign,
  detail,
}: EntryRow): Pick<Entry, 'description' | 'reasons' | 'notes'> & { recordedSeconds?: number | null } {
  const text = description ?? ''
  if (kind === 'call') return { description: text, ...callParts(detail) }
  if (kind === 'message') return messageTexts(text, detail)
  if (kind === 'decision') {
    const { first, reasons } = decisionReasons(detail)
    return { description: decisionText(text, campaign, first), reasons }
  }
  if (kind === 'audit') {
    const changed = Array.isArray(detail) ? detail.map(String) : []
    return { description: auditText(campaign ?? '', text, changed) }
  }
  return { description: text }
}

async function activitiesOf(ctx: Ctx, { q, campaignId, region, from, to }: QueryOf<typeof listActivities>) {
  const ofBrokers = (where: Expression<SqlBool>) =>
    sql<SqlBool>`activities.broker_id in (select brokers.id from brokers where ${where})`
  let rows = ctx.db
    .selectFrom('activities')
    .where((eb) => eb.or([eb('activities.simulated', '=', false), eb.val(simulates(ctx))]))
  if (q) rows = rows.where(isOfSearched(sql`activities.broker_id`, q, await findSearched(ctx, q)))
  if (campaignId) rows = rows.where('activities.campaignId', '=', campaignId)
  if (region) rows = rows.where(ofBrokers(sql<SqlBool>`coalesce(brokers.region, '') = ${region}`))
  if (from) rows = rows.where('activities.createdAt', '>=', sydneyMidnight(from))
  if (to) rows = rows.where('activities.createdAt', '<', sydneyMidnight(addDays(to, 1)))
  return rows
}

/** Activities of all brokers, newest first. */
export async function viewActivities(
  ctx: Ctx,
  query: QueryOf<typeof listActivities>,
): Promise<Page<Activity>> {
  requireDaysInOrder(query)
  const cursor = decodeCursor(query.cursor, 2)
  const rows = await activitiesOf(ctx, query)
  let shown = rows
    .leftJoin('brokers', 'brokers.id', 'activities.brokerId')
    .leftJoin('calls', 'calls.id', 'activities.callId')
    .select(['activities.id', 'type', 'description', 'activities.createdAt', 'activities.brokerId'])
    .select(['brokers.name', 'calls.toNumber', 'activities.callId', 'calls.test'])
    .select(sql<string>`activities.created_at::text`.as('position'))
  if (cursor) {
    shown = shown.where(
      sql<SqlBool>`(activities.created_at, activities.id) < (${String(cursor[0])}::timestamptz, ${Number(cursor[1])}::int)`,
    )
  }
  return readPage({
    db: ctx.db,
    matching: rows,
    rows: shown.orderBy('activities.createdAt', 'desc').orderBy('activities.id', 'desc'),
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, id }) => [position, id],
    item: ({ id, type, description, createdAt, brokerId, name, toNumber, callId, test }) => ({
      ...{ id, type, description, createdAt, callId, test: test ?? false },
      broker: brokerId !== null && name !== null ? { id: brokerId, name } : null,
      phoneNumber: brokerId === null ? toNumber : null,
    }),
  })
}
