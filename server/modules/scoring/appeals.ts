import { sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import { addDays } from '#contract/calendar.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  APPEAL_DAYS,
  type Appeal,
  type answerAppeal as answerEndpoint,
  type OwnAppeal,
} from '#contract/scoring/score-appeals.ts'
import type { Tier } from '#contract/scoring/scorecards.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise, requireBroker } from '#server/modules/accounts/policy.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { notifyBroker } from '#server/modules/documents/reviews/notify-broker.ts'
import { refuseOwnBroker } from '#server/modules/reviews/reviewer.views.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { insertAppeal, lockAppeal, storeAnswer, withdrawOpenAppeal } from './appeals.store.ts'
import { findScore } from './score/scores.views.ts'

/** @throws AppError not_signed_in, not_found without a score, conflict while one waits for its answer */
export async function makeAppeal(ctx: Ctx, month: string, reason: string): Promise<OwnAppeal> {
  const { brokerId } = requireBroker(ctx)
  return ctx.tx(async (tx) => {
    const score = await findScore(tx, brokerId, month)
    if (!score) throw notFound('Score')
    const id = await insertAppeal(tx, {
      ...{ brokerId, month, reason, overall: score.overall, tier: score.tier },
      dueOn: addDays(sydneyDate(tx.now()), APPEAL_DAYS),
    })
    if (id === undefined) throw new AppError('conflict', 'Your appeal of this month waits for its answer.')
    await audit(tx, {
      action: 'score_appeal.made',
      subjectType: 'score_appeal',
      subjectId: id,
      after: { month, score: Number(score.overall), tier: score.tier },
    })
    await addActivity(tx, {
      ...{ type: 'score_appealed', description: `Appealed against the score for ${month}` },
      brokerId,
      simulated: false,
    })
    await tx.emit('score.appealed', { appealId: id, brokerId, month })
    return ownOf(await findAppeal(tx, id))
  })
}

/** @throws AppError not_signed_in, not_found */
export async function withdrawAppeal(ctx: Ctx, month: string): Promise<void> {
  const { brokerId } = requireBroker(ctx)
  await ctx.tx(async (tx) => {
    const id = await withdrawOpenAppeal(tx, { brokerId, month })
    if (id === undefined) throw notFound('Appeal')
    await audit(tx, { action: 'score_appeal.withdrawn', subjectType: 'score_appeal', subjectId: id })
    await tx.emit('score.appealSettled', { appealId: id, brokerId })
  })
}

/** @throws AppError forbidden, not_found, rule_forbids for one's own, conflict once it is answered */
export async function answerAppeal(
  ctx: Ctx,
  id: number,
  { outcome, answer }: BodyOf<typeof answerEndpoint>,
): Promise<Appeal> {
  authorise(ctx, 'scoring.override')
  return ctx.tx(async (tx) => {
    const row = await lockAppeal(tx, id)
    if (!row) throw notFound('Appeal')
    await refuseOwnBroker(tx, row.brokerId, 'appeal')
    if (row.status !== 'open') throw new AppError('conflict', 'This appeal has been answered or withdrawn.')
    await storeAnswer(tx, id, { outcome, answer })
    await audit(tx, {
      action: 'score_appeal.answered',
      subjectType: 'score_appeal',
      subjectId: id,
      after: { outcome, answer },
    })
    await addActivity(tx, {
      ...{ type: 'appeal_answered', description: `Appeal against the score for ${row.month} ${outcome}` },
      brokerId: row.brokerId,
      simulated: false,
    })
    await notifyBroker(tx, {
      brokerId: row.brokerId,
      kind: 'appeal_answered',
      tab: 'score',
      occasion: `score-appeal:${id}`,
      facts: { month: row.month, outcome, answer },
    })
    await tx.emit('score.appealSettled', { appealId: id, brokerId: row.brokerId })
    return findAppeal(tx, id)
  })
}

interface AppealRow {
  id: number
  month: string
  overall: string
  tier: Tier
  reason: string
  madeAt: Date
  dueOn: string
  status: Appeal['status']
  answer: string | null
  answeredAt: Date | null
  answeredBy: string | null
  brokerId: number
  name: string
  region: Region | null
}

const SHOWN = 200

async function readAppeals(ctx: Ctx, of: { id?: number; brokerId?: number }): Promise<Appeal[]> {
  const { rows } = await sql<AppealRow>`
    select a.id, a.month, a.overall, a.tier, a.reason, a.made_at, a.due_on::text as due_on, a.status, a.answer, a.answered_at,
      u.name as answered_by, b.id as broker_id, b.name, b.region
    from score_appeals a join brokers b on b.id = a.broker_id left join users u on u.id = a.answered_by
    where (${of.id ?? null}::int is null or a.id = ${of.id ?? null})
      and (${of.brokerId ?? null}::int is null or a.broker_id = ${of.brokerId ?? null})
    order by a.status = 'open' desc, case when a.status = 'open' then a.due_on end, a.id desc limit ${SHOWN}`.execute(
    ctx.db,
  )
  return rows.map(({ brokerId, name, region, overall, madeAt, answeredAt, ...row }) => ({
    ...row,
    overallScore: Number(overall),
    madeAt: madeAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    broker: { id: brokerId, name, region },
  }))
}

async function findAppeal(ctx: Ctx, id: number): Promise<Appeal> {
  const [found] = await readAppeals(ctx, { id })
  if (!found) throw notFound('Appeal')
  return found
}

/** Open ones first, the most urgent of them first. */
export const viewAppeals = (ctx: Ctx): Promise<Appeal[]> => readAppeals(ctx, {})

/** @throws AppError not_signed_in */
export async function viewOwnAppeals(ctx: Ctx): Promise<OwnAppeal[]> {
  const { brokerId } = requireBroker(ctx)
  return (await readAppeals(ctx, { brokerId })).map(ownOf)
}

/** The broker's export leaves out which user answered. */
const ownOf = ({ broker: _broker, answeredBy: _by, ...own }: Appeal): OwnAppeal => own
