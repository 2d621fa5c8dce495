import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Contest, ContestStatus, listContests, OwnContest } from '#contract/contests/contests.ts'
import type { DecisionKind } from '#contract/decisions/decision-kinds.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { holds, searchPattern } from '#server/platform/db/search-pattern.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeCursor, notOurCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { labelOf } from './contest-words.rules.ts'

export interface ContestRow {
  id: number
  kind: DecisionKind
  reference: string
  decision: string
  rule: string
  decidedAt: Date
  facts: { overall?: number; tier?: string }
  reason: string
  via: Contest['via']
  suspicion: string | null
  madeAt: Date
  dueOn: string
  status: ContestStatus
  answer: string | null
  answeredAt: Date | null
  answeredBy: string | null
  brokerId: number | null
  applicationId: number | null
  name: string
  region: string | null
  hasEmail: boolean
  rank: string
}

/** Open ones by their last day, then the others, the newest first. */
const rank = sql<string>`case when c.status = 'open' then '0' || c.due_on::text
  else '1' || to_char(10000000000 - c.id, 'FM00000000000') end`

const columns = sql`c.id, c.kind, c.reference, c.decision, c.rule, c.decided_at, c.facts, c.reason, c.via, c.suspicion,
  c.made_at, c.due_on::text as due_on, c.status, c.answer, c.answered_at, u.name as answered_by, c.broker_id,
  c.application_id, coalesce(b.name, concat_ws(' ', a.first_name, a.last_name), '') as name, b.region,
  coalesce(owner.email, nullif(b.email, ''), nullif(a.email, '')) is not null as has_email, ${rank} as rank`

const tables = sql`contests c left join brokers b on b.id = c.broker_id
  left join users owner on owner.broker_id = c.broker_id and owner.disabled_at is null
  left join applications a on a.id = c.application_id and c.broker_id is null
  left join users u on u.id = c.answered_by`

/** Rows of contests, those that wait first. */
export async function readContests(ctx: Ctx, where: RawBuilder<SqlBool>, max: number): Promise<ContestRow[]> {
  const { rows } = await sql<ContestRow>`
    select ${columns} from ${tables} where ${where} order by ${rank}, c.id limit ${max}`.execute(ctx.db)
  return rows
}

export function toOwnContest(row: ContestRow): OwnContest {
  const { id, kind, reference, decision, decidedAt, reason, madeAt, dueOn, status, answer, answeredAt } = row
  return {
    ...{ id, kind, reference, decision, reason, dueOn, status, answer, label: labelOf(kind) },
    ...{ decidedAt: decidedAt.toISOString(), madeAt: madeAt.toISOString() },
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

function toContest(row: ContestRow): Contest {
  const { rule, brokerId, applicationId, name, hasEmail, via, suspicion, answeredBy } = row
  return {
    ...toOwnContest(row),
    ...{ rule, applicationId, name, hasEmail, via, suspicion, answeredBy },
    broker: brokerId === null ? null : { id: brokerId, name },
  }
}

/** Of every person, for staff. */
export async function viewContests(ctx: Ctx, query: QueryOf<typeof listContests>): Promise<Page<Contest>> {
  const { status, kind, q } = query
  const conditions = [
    sql<SqlBool>`true`,
    ...(status ? [sql<SqlBool>`c.status = ${status}`] : []),
    ...(kind ? [sql<SqlBool>`c.kind = ${kind}`] : []),
    ...(q
      ? [
          holds(
            sql`fold_key(concat_ws(' ', b.name, a.first_name, a.last_name, c.decision, c.reason))`,
            searchPattern(q),
          ),
        ]
      : []),
  ]
  const where = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  const after = decodeCursor(query.cursor, 2)
  if (after && (typeof after[0] !== 'string' || typeof after[1] !== 'number')) throw notOurCursor()
  const from = after ? sql<SqlBool>`${where} and (${rank}, c.id) > (${after[0]}, ${after[1]}::int)` : where
  return readPage({
    db: ctx.db,
    matching: { limit: (max) => sql`(select from ${tables} where ${where} limit ${max})` },
    rows: { limit: (max) => ({ execute: () => readContests(ctx, from, max) }) },
    limit: query.limit,
    counting: query.total,
    cursor: (row) => [row.rank, row.id],
    item: toContest,
  })
}

/** @throws AppError not_found */
export async function viewContest(ctx: Ctx, id: number): Promise<Contest> {
  const [row] = await readContests(ctx, sql`c.id = ${id}`, 1)
  if (!row) throw notFound('Contest')
  return toContest(row)
}

const SHOWN = 200

/** @throws AppError not_signed_in */
export async function viewOwnContests(ctx: Ctx): Promise<OwnContest[]> {
  const { brokerId } = requireBroker(ctx)
  const rows = await readContests(ctx, sql`c.broker_id = ${brokerId}`, SHOWN)
  return rows.toSorted((a, b) => b.id - a.id).map(toOwnContest)
}

/** @throws AppError not_signed_in, not_found */
export async function viewOwnContest(ctx: Ctx, id: number): Promise<OwnContest> {
  const { brokerId } = requireBroker(ctx)
  const [row] = await readContests(ctx, sql`c.id = ${id} and c.broker_id = ${brokerId}`, 1)
  if (!row) throw notFound('Contest')
  return toOwnContest(row)
}
