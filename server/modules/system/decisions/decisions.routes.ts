import * as contract from '#contract/decisions/decisions.ts'
import { type AppRoute, route } from '#server/module.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { viewDecisionCounts } from './decision-counts.views.ts'
import { sendDecisionsPage } from './decisions-page.reply.ts'
import { policyTextOf } from './policy-text.rules.ts'

export const decisionRoutes: AppRoute[] = [
  route(contract.decisionsPage, async ({ ctx, reply }) => sendDecisionsPage(ctx, reply)),
  route(contract.decisionCounts, async ({ ctx, query }) => viewDecisionCounts(ctx, query.month)),
  route(contract.policyText, async ({ ctx }) => {
    const pageUrl = `${ctx.providers.publicUrl}${contract.DECISIONS_PAGE}`
    return { text: policyTextOf(await lenderFacts(ctx), pageUrl), pageUrl }
  }),
]
