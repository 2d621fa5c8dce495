import * as contract from '#contract/campaigns/calling-rules.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockList } from '#server/modules/accounts/edit-route.ts'
import { viewCallingRules } from './calling-rules.views.ts'
import { discardDraftRules, publishDraftRules, saveDraftRules } from './publish-rules.ts'

export const callingRulesRoutes: AppRoute[] = [
  route(contract.listCallingRules, async ({ ctx }) => viewCallingRules(ctx)),
  editRoute(contract.saveCallingRules, {
    lock: lockList('calling_rules'),
    record: async ({ ctx }) => (await viewCallingRules(ctx))[0],
    save: ({ ctx, body }) => saveDraftRules(ctx, body),
    answer: (_args, saved) => saved,
  }),
  route(contract.discardCallingRules, async ({ ctx }) => {
    await discardDraftRules(ctx)
    return { discarded: true as const }
  }),
  route(contract.publishCallingRules, async ({ ctx }) => publishDraftRules(ctx)),
]
