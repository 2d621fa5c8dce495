import type { answerContest as answerEndpoint } from '#contract/contests/contests.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { refuseOwnBroker } from '#server/modules/reviews/reviewer.views.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { subjectOf } from './contest-decision.ts'
import { answeredText } from './contest-words.rules.ts'
import { closeContest, lockContest } from './contests.store.ts'
import { notifyAnswered } from './notify-person.ts'

/**
 * Answers a contest with reasons; the person gets them by mail.
 * @throws AppError forbidden, not_found, rule_forbids for one's own, conflict once it is answered
 */
export async function answerContest(
  ctx: Ctx,
  id: number,
  { outcome, answer }: BodyOf<typeof answerEndpoint>,
): Promise<void> {
  authorise(ctx, 'contests.answer')
  await ctx.tx(async (tx) => {
    const contest = await lockContest(tx, id)
    if (!contest) throw notFound('Contest')
    const { kind, brokerId } = contest
    const noun = kind === 'score' ? 'appeal' : 'contest'
    await refuseOwnBroker(tx, brokerId, noun)
    if (contest.status !== 'open')
      throw new AppError('conflict', `This ${noun} has been answered or withdrawn.`)
    await closeContest(tx, id, { status: outcome, answer })
    await audit(tx, {
      action: kind === 'score' ? 'score_appeal.answered' : 'contest.answered',
      ...subjectOf(kind, id),
      after: { outcome, answer },
    })
    if (brokerId !== null) {
      await addActivity(tx, {
        ...{ type: kind === 'score' ? 'appeal_answered' : 'contest_answered', brokerId, simulated: false },
        description: answeredText(contest, outcome),
      })
    }
    await notifyAnswered(tx, contest, { outcome, answer })
    await tx.emit('case.settled', { what: 'contest', id })
  })
}
