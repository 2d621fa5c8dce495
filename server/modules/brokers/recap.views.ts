import { sql } from 'kysely'
import type { brokerRecap } from '#contract/brokers/brokers.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { simulates } from './views.ts'

/** The results of one broker so far; a broker's calls are few. @throws AppError not_found */
export async function viewRecap(ctx: Ctx, id: number): Promise<ReturnsOf<typeof brokerRecap>> {
  const { rows } = await sql<ReturnsOf<typeof brokerRecap>>`
    with dials as materialized (select c.id, c.created_at, c.outcome, c.response from calls c
      where c.broker_id = ${id} and not c.test and (not c.simulated or ${simulates(ctx)}))
    select (select count(*)::int from dials) as calls,
      (select count(*)::int from dials where outcome = 'human') as reached,
      (select jsonb_build_object('id', id, 'at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'outcome', outcome, 'response', response) from dials order by id desc limit 1) as last_call,
      (select jsonb_build_object('month', s.month, 'overall', s.overall, 'tier', s.tier) from broker_scores s
        where s.broker_id = b.id order by s.month desc limit 1) as score,
      (select a.status from broker_accreditations a where a.broker_id = b.id) as accreditation,
      (select a.status from applications a where a.broker_id = b.id and a.status in ('submitted', 'in_review', 'info_requested')
        order by a.submitted_at desc, a.id desc limit 1) as application
    from brokers b where b.id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound('Broker')
  return row
}
