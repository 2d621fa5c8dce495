import { type RawBuilder, sql } from 'kysely'
import { addDays, firstDayOf, lastDayOf } from '#contract/calendar.ts'
import { type DecisionKind, decisionKinds } from '#contract/decisions/decision-kinds.ts'
import type { decisionCounts } from '#contract/decisions/decisions.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { invalid } from '#server/platform/errors.ts'
import { type CountedKind, countedTexts } from './decision-counts.rules.ts'

/**
 * Decisions of each kind in a month in Sydney, each counted by an index of its table.
 * @throws AppError invalid for a month that has not begun
 */
export async function viewDecisionCounts(ctx: Ctx, month: string): Promise<ReturnsOf<typeof decisionCounts>> {
  const [from, to] = [firstDayOf(month), lastDayOf(month)]
  if (from > sydneyDate(ctx.now()))
    throw invalid({ month: 'This month has not begun: choose an earlier one' })
  const [start, end] = [sydneyMidnight(from), sydneyMidnight(addDays(to, 1))]
  const within = (column: string): RawBuilder<boolean> =>
    sql<boolean>`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end}`
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const calls = sql`from calls where ${within('created_at')} and not test and simulated = ${simulated}`
  const scores = sql`from broker_scores where month = ${month}`
  const audited = (action: string): RawBuilder<unknown> =>
    sql`from audit_log where action = ${action} and ${within('at')}`
  const sources: Readonly<Record<CountedKind, RawBuilder<unknown>>> = {
    call_eligibility: sql`select count(*) from call_decisions where ${within('decided_at')}`,
    retry: sql`select count(*) ${calls} and attempt > 1`,
    best_hours: sql`select count(*) from call_decisions where ${within('decided_at')}
      and reasons -> 0 ->> 'code' = 'better_hour'`,
    hold_out: sql`select count(*) from campaign_arms where ${within('assigned_at')}`,
    opt_out: sql`select count(*) from suppressions where ${within('created_at')} and source <> 'manual'
      and (simulated = ${simulated} or not simulated)`,
    call_reading: sql`select count(*) ${calls} and call_start_time is not null`,
    register_match: sql`select count(*) from compliance_checks where ${within('completed_at')}`,
    register_hold: sql`select count(*) ${audited('compliance.held')}`,
    suspension_review: sql`select count(*) ${audited('compliance.flagged')}`,
    application_screening: sql`select count(*) from application_screenings where ${within('screened_at')}`,
    accreditation: sql`select count(*) ${audited('accreditation.changed')}`,
    document_expiry: sql`select count(*) from document_events where type in ('reminded', 'expired') and ${within('at')}`,
    score: sql`select count(*) ${scores}`,
    tier: sql`select count(*) ${scores}`,
    tier_gate: sql`select count(*) ${scores} and gates <> '{}'`,
    import_match: sql`select coalesce(sum(rows), 0) from broker_imports where ${within('created_at')}`,
    retention_removal: sql`select coalesce(sum(removed.value::int), 0) from retention_runs,
      jsonb_each_text(retention_runs.removed) removed where day between ${from}::date and ${to}::date`,
    form_check: sql`select (select count(*) from applications where ${within('created_at')} and review_reason is not null)
      + (select count(*) from bookings where ${within('created_at')} and review_reason is not null)`,
    meeting_time: sql`select count(*) from bookings where ${within('created_at')} and simulated = ${simulated}`,
  }
  const each = Object.entries(sources).map(
    ([kind, source]) => sql`select ${kind} as kind, (${source})::int as count`,
  )
  const { rows } = await sql<{
    kind: DecisionKind
    count: number
  }>`${sql.join(each, sql` union all `)}`.execute(ctx.db)
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  return {
    month,
    kinds: decisionKinds.map((kind) => ({
      kind,
      count: counts.get(kind) ?? null,
      counted: countedTexts[kind],
    })),
  }
}
