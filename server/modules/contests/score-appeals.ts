// Appeals against scores: contests of the kind `score`, in the words of their own endpoints.
import { type SqlBool, sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import type { Appeal, OwnAppeal } from '#contract/scoring/score-appeals.ts'
import type { Tier } from '#contract/scoring/scorecards.ts'
import type { Ctx } from '#server/ctx.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { notFound } from '#server/platform/errors.ts'
import { answerContest } from './answer-contest.ts'
import { contestOwnDecision } from './contest-decision.ts'
import { appealStatusOf } from './contest-words.rules.ts'
import { type ContestRow, readContests } from './contests.views.ts'

const IS_APPEAL = sql<SqlBool>`c.kind = 'score' and c.broker_id is not null`
const SHOWN = 200

/** @throws AppError not_signed_in, not_found without a score, conflict while one waits for its answer */
export async function makeAppeal(ctx: Ctx, month: string, reason: string): Promise<OwnAppeal> {
  const id = await contestOwnDecision(ctx, { kind: 'score', reference: month, reason })
  return ownOf(await findAppeal(ctx, id))
}

/** @throws AppError forbidden, not_found, rule_forbids for one's own, conflict once it is answered */
export async function answerAppeal(
  ctx: Ctx,
  id: number,
  { outcome, answer }: { outcome: 'upheld' | 'declined'; answer: string },
): Promise<Appeal> {
  await findAppeal(ctx, id)
  await answerContest(ctx, id, { outcome: outcome === 'upheld' ? 'changed' : 'upheld', answer })
  return findAppeal(ctx, id)
}

async function findAppeal(ctx: Ctx, id: number): Promise<Appeal> {
  const [row] = await readContests(ctx, sql`${IS_APPEAL} and c.id = ${id}`, 1)
  if (!row) throw notFound('Appeal')
  return toAppeal(row)
}

/** Open ones first, the most urgent of them first. */
export const viewAppeals = async (ctx: Ctx): Promise<Appeal[]> =>
  (await readContests(ctx, IS_APPEAL, SHOWN)).map(toAppeal)

/** @throws AppError not_signed_in */
export async function viewOwnAppeals(ctx: Ctx): Promise<OwnAppeal[]> {
  const { brokerId } = requireBroker(ctx)
  const rows = await readContests(ctx, sql`${IS_APPEAL} and c.broker_id = ${brokerId}`, SHOWN)
  return rows.map((row) => ownOf(toAppeal(row)))
}

function toAppeal(row: ContestRow): Appeal {
  const { id, reference, facts, reason, madeAt, dueOn, status, answer, answeredAt, answeredBy, brokerId } =
    row
  return {
    ...{ id, month: reference, reason, dueOn, answer, answeredBy, status: appealStatusOf(status) },
    // stored when the broker appealed, from a score
    ...{ overallScore: Number(facts.overall), tier: facts.tier as Tier },
    ...{ madeAt: madeAt.toISOString(), answeredAt: answeredAt?.toISOString() ?? null },
    // an appeal has a broker, whose state the table's check allows
    broker: { id: brokerId as number, name: row.name, region: row.region as Region | null },
  }
}

/** The broker's export leaves out which user answered. */
const ownOf = ({ broker: _broker, answeredBy: _by, ...own }: Appeal): OwnAppeal => own
