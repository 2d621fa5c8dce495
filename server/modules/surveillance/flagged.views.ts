import { sql } from 'kysely'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import {
  type FlaggedBroker,
  type flaggedBrokers,
  type flaggedReasons,
  HOLD_AT,
} from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'
import { holds, searchPattern } from '#server/platform/db/search-pattern.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeCursor, encodeCursor, type Page, page } from '#server/platform/http/page.ts'
import { foundDigest } from './reviews/reviews.store.ts'

interface FlaggedRow {
  id: number
  name: string
  email: string | null
  company: string | null
  status: FlaggedBroker['complianceStatus']
  flaggedAt: Date | null
  checkedAt: Date | null
  riskScore: number
  reasons: string[]
  found: string
  proposedBy: string | null
}

const flaggedColumns = sql`b.id, b.name, b.email, b.company, coalesce(c.status, 'active') as status, c.flagged_at,
  c.checked_at, coalesce(c.risk_score, 0) as risk_score,
  array(select f.title from compliance_findings f where f.broker_id = b.id
    and f.cleared_fingerprint is distinct from f.fingerprint order by f.risk desc, f.id limit 5) as reasons, ${foundDigest} as found,
  (select u.name from (select r.action, r.reviewed_by from compliance_reviews r where r.broker_id = b.id
    order by r.id desc limit 1) r join users u on u.id = r.reviewed_by where r.action = 'propose_suspension') as proposed_by`

const toFlagged = (row: FlaggedRow): FlaggedBroker => ({
  id: row.id,
  name: row.name,
  email: row.email,
  company: row.company,
  complianceStatus: row.status,
  flaggedAt: row.flaggedAt?.toISOString() ?? null,
  lastComplianceCheck: row.checkedAt?.toISOString() ?? null,
  riskScore: row.riskScore,
  reasons: row.reasons,
  found: row.found,
  proposedBy: row.proposedBy,
})

/** Brokers with a proposed suspension that is not confirmed yet. */
const proposed = sql`select broker_id from (
    select distinct on (broker_id) broker_id, action from compliance_reviews
    where broker_id in (select broker_id from compliance_reviews where action = 'propose_suspension')
    order by broker_id, id desc) newest where action = 'propose_suspension'`

type ListQuery = QueryOf<typeof flaggedBrokers>

/**
 * The listed brokers as `c` with `b`, matched by the filters other than the reason. The two parts each read an index; a condition
 * that joins them by `or` would scan all brokers.
 */
const listed = ({ risk, status, q }: Pick<ListQuery, 'risk' | 'status' | 'q'>) => sql`
  from (select * from broker_compliance where status <> 'active'
    union all select * from broker_compliance where status = 'active' and broker_id = any(array(${proposed}))) c
  join brokers b on b.id = c.broker_id
  where (${status ?? null}::text is null or c.status = ${status ?? null})
    and (${risk ?? null}::text is null or (c.risk_score >= ${HOLD_AT}) = ${risk === 'high'})
    and ${holds(sql`lower(concat_ws(' ', b.name, b.company, b.email))`, searchPattern(q))}`

/** Flagged brokers, and those with a proposed suspension, before suspended ones; the highest risk first. */
export async function viewFlagged(ctx: Ctx, query: ListQuery): Promise<Page<FlaggedBroker>> {
  const { reason, limit } = query
  const [rank = null, score = null, id = null] = decodeCursor(query.cursor, 3) ?? []
  const from = sql`${listed(query)}
    and (${reason ?? null}::text is null or exists (select from compliance_findings f where f.broker_id = b.id
      and f.reason = ${reason ?? null} and f.cleared_fingerprint is distinct from f.fingerprint))`
  const rankOf = sql`case when c.status = 'suspended' then 1 else 0 end`
  const { rows } = await sql<FlaggedRow & { rank: number }>`
    select ${flaggedColumns}, ${rankOf} as rank ${from}
      and (${rank}::int is null or (${rankOf}, -c.risk_score, b.id) > (${rank}::int, -(${score}::int), ${id}::int))
    order by ${rankOf}, c.risk_score desc, b.id limit ${limit + 1}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(ctx.db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? encodeCursor([last.rank, last.riskScore, last.id]) : null
  return page(shown.map(toFlagged), { total: counted.rows[0]?.total ?? 0, next })
}

type Reasons = ReturnsOf<typeof flaggedReasons>

/** Number of listed brokers by reason, the most frequent first; a broker counts for each of its reasons. */
export async function viewFlaggedReasons(ctx: Ctx, query: QueryOf<typeof flaggedReasons>): Promise<Reasons> {
  const { rows } = await sql<Reasons[number]>`
    select f.reason, count(distinct f.broker_id)::int as brokers
    from (select c.broker_id ${listed(query)}) c
    join compliance_findings f on f.broker_id = c.broker_id and f.cleared_fingerprint is distinct from f.fingerprint
    group by f.reason order by brokers desc, f.reason`.execute(ctx.db)
  return rows
}

/** @throws AppError not_found */
export async function viewStanding(ctx: Ctx, brokerId: number): Promise<FlaggedBroker> {
  const { rows } = await sql<FlaggedRow>`
    select ${flaggedColumns} from brokers b left join broker_compliance c on c.broker_id = b.id where b.id = ${brokerId}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw notFound('Broker')
  return toFlagged(row)
}
