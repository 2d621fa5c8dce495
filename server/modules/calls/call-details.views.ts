import { sql } from 'kysely'
import type { CallDetails, Decision } from '#contract/calls/calls.ts'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import { channelLabels, withoutLinks } from '#contract/messages/message-words.ts'
import type { Ctx } from '#server/ctx.ts'
import { describeEvent } from './call-details.rules.ts'
import { viewHandOffs } from './hand-off/hand-offs.views.ts'
import { realTime } from './intake/call-state.rules.ts'
import { eventsOf } from './intake/intake.store.ts'
import { withReadings } from './transcripts/readings.rules.ts'
import { viewCall } from './views.ts'

/** One call with its decision, transcript, follow-ups and events. @throws AppError not_found */
export async function viewDetails(ctx: Ctx, id: number): Promise<CallDetails> {
  const call = await viewCall(ctx, id)
  const [row, followUps, handOffs] = await Promise.all([
    ctx.db
      .selectFrom('calls')
      .select([
        'decisionId',
        'transcript',
        'summary',
        'cost',
        'costCurrency',
        'createdAt',
        'simulated',
        'simulatedAt',
        'clockSpeed',
      ])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    viewFollowUps(ctx, id),
    viewHandOffs(ctx, id),
  ])
  const [decision, events] = await Promise.all([viewDecision(ctx, row), eventsOf(ctx, [{ id, ...row }])])
  const ordered = (events.get(id) ?? []).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return {
    ...call,
    decision,
    // callStateOf is the only writer of this column
    transcript: withReadings(row.transcript as unknown as TranscriptLine[], ordered),
    summary: row.summary,
    cost: row.cost,
    costCurrency: row.costCurrency,
    handOffs,
    rateFindings: ordered.flatMap((event) =>
      event.kind === 'rate_stated'
        ? [{ text: event.text, rate: event.rate, at: realTime(event, row).toISOString() }]
        : [],
    ),
    followUps,
    events: ordered.map((event) => ({
      kind: event.kind,
      at: realTime(event, row).toISOString(),
      description: describeEvent(event),
    })),
  }
}

interface Decided {
  decisionId: number | null
  createdAt: Date
}

/** Clocks of processes and database differ by less, or are wrong. */
const NEAR_MS = 86_400_000

async function viewDecision(ctx: Ctx, { decisionId, createdAt }: Decided): Promise<Decision | null> {
  if (decisionId === null) return null
  const decision = ctx.db.selectFrom('callDecisions').selectAll().where('id', '=', decisionId)
  const row =
    // it was taken when the call was made, which is the place to look first
    (await decision
      .where('decidedAt', '>', new Date(createdAt.getTime() - NEAR_MS))
      .where('decidedAt', '<', new Date(createdAt.getTime() + NEAR_MS))
      .executeTakeFirst()) ?? (await decision.executeTakeFirst())
  if (!row) return null
  return {
    id: row.id,
    // the table's check and insertDecisions guarantee these shapes
    verdict: row.verdict as Decision['verdict'],
    reasons: row.reasons as Decision['reasons'],
    facts: row.facts as Decision['facts'],
    dataVersions: row.dataVersions as Decision['dataVersions'],
    notBefore: row.notBefore?.toISOString() ?? null,
    decidedAt: row.decidedAt.toISOString(),
    judgedAt: row.judgedAt.toISOString(),
    rulesVersion: row.rulesVersion,
  }
}

/** Messages, activities and suppressions from a call, oldest first. */
async function viewFollowUps(ctx: Ctx, callId: number): Promise<CallDetails['followUps']> {
  type Row = { kind: string; description: string; status: string; reason: string | null; at: Date }
  const { rows } = await sql<Row>`
    select channel as kind, coalesce(subject, body) as description, status, reason, created_at as at
      from messages where call_id = ${callId}
    union all
    select type, description, 'done', null, created_at from activities where call_id = ${callId}
    union all
    select 'suppression', reason, case when ended_at is null then 'active' else 'ended' end, null, created_at
      from suppressions where call_id = ${callId}
    order by at`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    description: row.kind in channelLabels ? withoutLinks(row.description) : row.description,
    at: row.at.toISOString(),
  }))
}
