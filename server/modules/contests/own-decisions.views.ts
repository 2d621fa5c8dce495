import { type RawBuilder, sql } from 'kysely'
import { IN_GENERAL, type OwnDecision } from '#contract/contests/contests.ts'
import type { DecisionKind } from '#contract/decisions/decision-kinds.ts'
import type { TotalKind } from '#contract/page.ts'
import type { Ctx } from '#server/ctx.ts'
import { decodeCursor, notOurCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { type DecisionRow, describeDecision, describeKind } from './decision-sentences.rules.ts'

/** The person whose decisions are read. Only a broker's session or a signed link gives it. */
export type DecisionScope = { brokerId: number } | { applicationId: number }

/** One SELECT for each source of decisions about a broker, all with the same columns. */
const ofBroker = (id: number, simulated: boolean): RawBuilder<unknown>[] => [
  sql`select case d.reasons -> 0 ->> 'code' when 'retry' then 'retry' when 'better_hour' then 'best_hours'
        else 'call_eligibility' end as kind, d.id::text as reference, d.decided_at as at, d.rules_version as version,
      jsonb_build_object('verdict', d.verdict, 'code', d.reasons -> 0 ->> 'code', 'until', d.not_before,
        'product', p.product, 'facts', d.facts) as detail
    from call_decisions d left join campaigns p on p.id = d.campaign_id where d.broker_id = ${id}`,
  sql`select 'hold_out', a.campaign_id::text, a.assigned_at, null,
      jsonb_build_object('product', p.product, 'percent', a.percent)
    from campaign_arms a join campaigns p on p.id = a.campaign_id where a.broker_id = ${id} and a.arm = 'hold_out'`,
  // the words are shown where the call was to this person: others may share the number
  sql`select 'opt_out', s.id::text, s.created_at, null, jsonb_build_object('source', s.source,
        'words', case when c.broker_id = b.id then s.evidence ->> 'text' end, 'ended', s.ended_at)
    from brokers b join suppressions s on s.phone = b.phone left join calls c on c.id = s.call_id
    where b.id = ${id} and s.source in ('key', 'voice', 'sms_stop', 'unclear') and (not s.simulated or ${simulated})`,
  sql`select 'call_reading', c.id::text, c.created_at, null, jsonb_build_object('response', c.response)
    from calls c where c.broker_id = ${id} and c.response is not null and c.response <> 'option_4' and not c.test
      and (not c.simulated or ${simulated})`,
  // findings may name another person: the text is not shown
  sql`select 'register_match', f.id::text, f.found_at, null, jsonb_build_object('news', f.check_type = 'external_mentions',
        'risk', f.risk, 'cleared', f.cleared_at)
    from compliance_findings f where f.broker_id = ${id} and not f.pending`,
  sql`select 'register_hold', extract(epoch from c.held_since)::bigint::text, c.held_since, null, '{}'::jsonb
    from broker_compliance c where c.broker_id = ${id} and c.held_since is not null`,
  sql`select 'suspension_review', extract(epoch from c.flagged_at)::bigint::text, c.flagged_at, null,
      jsonb_build_object('risk', c.risk_score)
    from broker_compliance c where c.broker_id = ${id} and c.flagged_at is not null`,
  ...ofApplications(sql`a.broker_id = ${id}`),
  sql`select 'accreditation', extract(epoch from a.since)::bigint::text, a.since, null,
      jsonb_build_object('status', a.status)
    from broker_accreditations a where a.broker_id = ${id} and a.status in ('accredited', 'lapsed')`,
  sql`select 'document_expiry', e.id::text, e.at, null, jsonb_build_object('type', t.name, 'day', e.expires_on)
    from documents d join document_events e on e.document_id = d.id join document_types t on t.id = d.document_type_id
    where d.broker_id = ${id} and e.type = 'expired'`,
  sql`select 'score', s.month, s.calculated_at, k.version::text, jsonb_build_object('month', s.month,
        'overall', s.overall, 'tier', s.calculated_tier, 'shown', s.tier, 'gates', s.gates, 'loans', s.total_loans,
        'compliance', s.compliance)
    from broker_scores s join scorecards k on k.id = s.scorecard_id where s.broker_id = ${id}`,
  sql`select 'import_match', i.import_id::text, i.left_at, null, jsonb_build_object('added', i.before is null)
    from broker_import_changes i where i.broker_id = ${id}`,
  sql`select 'meeting_time', m.id::text, m.created_at, null,
      jsonb_build_object('start', lower(m.during), 'with', d.name)
    from bookings m join bdms d on d.id = m.bdm_id where m.broker_id = ${id} and not m.test
      and (not m.simulated or ${simulated})`,
]

function ofApplications(which: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`select 'application_screening' as kind, a.id::text as reference, s.screened_at as at, null as version,
        jsonb_build_object('result', s.result) as detail
      from applications a join application_screenings s on s.application_id = a.id where ${which}`,
    sql`select 'form_check', a.id::text, a.submitted_at, null, '{}'::jsonb
      from applications a where ${which} and a.review_reason is not null and a.submitted_at is not null`,
  ]
}

function everyDecision(ctx: Ctx, scope: DecisionScope): RawBuilder<unknown> {
  const branches =
    'brokerId' in scope
      ? ofBroker(scope.brokerId, ctx.providers.voice.active?.simulated ?? true)
      : ofApplications(sql`a.id = ${scope.applicationId}`)
  return sql.join(branches, sql` union all `)
}

interface Row extends DecisionRow {
  position: string
  contestId: number | null
  status: NonNullable<OwnDecision['contest']>['status'] | null
  dueOn: string | null
  answer: string | null
  answeredAt: Date | null
}

/** Decisions about one person, newest first. @throws AppError invalid for a cursor of another list */
export async function viewDecisions(
  ctx: Ctx,
  scope: DecisionScope,
  query: { limit: number; cursor?: string | undefined; total?: TotalKind | undefined },
): Promise<Page<OwnDecision>> {
  const every = everyDecision(ctx, scope)
  const after = positionOf(query.cursor)
  const from = after
    ? sql`where (at, kind, reference) < (${after.at}::timestamptz, ${after.kind}, ${after.reference})`
    : sql``
  return readPage({
    db: ctx.db,
    matching: { limit: (max) => sql`(select from (${every}) counted limit ${max})` },
    rows: {
      limit: (max) => ({
        async execute() {
          const { rows } = await sql<Row>`
            select d.*, d.at::text as position, c.id as contest_id, c.status, c.due_on::text as due_on, c.answer, c.answered_at
            from (select * from (${every}) every ${from} order by at desc, kind desc, reference desc limit ${max}) d
            left join lateral (select * from contests c where c.kind = d.kind and c.reference = d.reference
              and ${isOf(scope)} order by c.id desc limit 1) c on true
            order by d.at desc, d.kind desc, d.reference desc`.execute(ctx.db)
          return rows
        },
      }),
    },
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, kind, reference }) => [position, kind, reference],
    item: toDecision,
  })
}

/** Contests of the person. Those of an applicant with a record are the record's. */
export const isOf = (scope: DecisionScope): RawBuilder<boolean> =>
  'brokerId' in scope
    ? sql<boolean>`c.broker_id = ${scope.brokerId}`
    : sql<boolean>`c.application_id = ${scope.applicationId} and c.broker_id is null`

function positionOf(cursor: string | undefined): { at: string; kind: string; reference: string } | null {
  const values = decodeCursor(cursor, 3)
  if (!values) return null
  const [at, kind, reference] = values
  const isOurs = typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof kind === 'string'
  if (!isOurs || typeof reference !== 'string') throw notOurCursor()
  return { at, kind, reference }
}

const toDecision = (row: Row): OwnDecision => ({
  ...describeDecision(row),
  contest:
    row.contestId === null || row.status === null || row.dueOn === null
      ? null
      : {
          ...{ id: row.contestId, status: row.status, dueOn: row.dueOn, answer: row.answer },
          answeredAt: row.answeredAt?.toISOString() ?? null,
        },
})

export type FoundDecision = Omit<OwnDecision, 'contest'> & { facts: object }

/** One decision about the person; null where it is none of theirs. */
export async function findDecision(
  ctx: Ctx,
  scope: DecisionScope,
  { kind, reference }: { kind: DecisionKind; reference: string },
): Promise<FoundDecision | null> {
  if (reference === IN_GENERAL) return { ...describeKind(kind, ctx.now()), facts: {} }
  const { rows } = await sql<DecisionRow>`
    select * from (${everyDecision(ctx, scope)}) every where kind = ${kind} and reference = ${reference} limit 1`.execute(
    ctx.db,
  )
  const [row] = rows
  return row ? { ...describeDecision(row), facts: factsOf(row) } : null
}

/** What the answer to an appeal repeats, though the month may be recalculated meanwhile. */
function factsOf({ kind, detail }: DecisionRow): object {
  if (kind !== 'score') return {}
  const { overall, shown } = detail as { overall: number; shown: string } // selected above
  return { overall, tier: shown }
}
