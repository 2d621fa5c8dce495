import * as links from '#contract/contests/contest-links.ts'
import * as contract from '#contract/contests/contests.ts'
import * as appeals from '#contract/scoring/score-appeals.ts'
import { type AppRoute, route } from '#server/module.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { answerContest } from './answer-contest.ts'
import { contestByLink } from './contest-by-link.ts'
import { contestOwnDecision, withdrawAppeal, withdrawOwnContest } from './contest-decision.ts'
import { viewContest, viewContests, viewOwnContest, viewOwnContests } from './contests.views.ts'
import { viewDecisions } from './own-decisions.views.ts'
import { sendOwnDecisionsPage } from './own-decisions-page.reply.ts'
import { answerAppeal, makeAppeal, viewAppeals, viewOwnAppeals } from './score-appeals.ts'
import { sendDecisionsLink } from './send-decisions-link.ts'

export const routes: AppRoute[] = [
  route(contract.listOwnDecisions, async ({ ctx, query }) =>
    viewDecisions(ctx, { brokerId: requireBroker(ctx).brokerId }, query),
  ),
  route(contract.listOwnContests, async ({ ctx }) => viewOwnContests(ctx)),
  route(contract.makeContest, async ({ ctx, body }) =>
    viewOwnContest(ctx, await contestOwnDecision(ctx, body)),
  ),
  route(contract.withdrawContest, async ({ ctx, params }) => {
    await withdrawOwnContest(ctx, params.id)
    return { withdrawn: true as const }
  }),
  route(contract.listContests, async ({ ctx, query }) => viewContests(ctx, query)),
  route(contract.getContest, async ({ ctx, params }) => viewContest(ctx, params.id)),
  route(contract.answerContest, async ({ ctx, params, body }) => {
    await answerContest(ctx, params.id, body)
    return viewContest(ctx, params.id)
  }),
  route(contract.sendDecisionsLink, async ({ ctx, params }) => ({
    channel: await sendDecisionsLink(ctx, params.id),
  })),
  route(links.ownDecisionsPage, async ({ ctx, params, query, reply }) =>
    sendOwnDecisionsPage(ctx, { ...params, cursor: query.cursor }, reply),
  ),
  route(links.contestByLink, async ({ ctx, params, body }) => contestByLink(ctx, params.token, body)),
  route(appeals.makeAppeal, async ({ ctx, params, body }) => makeAppeal(ctx, params.month, body.reason)),
  route(appeals.listOwnAppeals, async ({ ctx }) => viewOwnAppeals(ctx)),
  route(appeals.withdrawAppeal, async ({ ctx, params }) => {
    await withdrawAppeal(ctx, params.month)
    return { withdrawn: true as const }
  }),
  route(appeals.listAppeals, async ({ ctx }) => viewAppeals(ctx)),
  route(appeals.answerAppeal, async ({ ctx, params, body }) => answerAppeal(ctx, params.id, body)),
]
