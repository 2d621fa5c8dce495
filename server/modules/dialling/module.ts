import * as contract from '#contract/dialling.ts'
import { type AppModule, route } from '#server/module.ts'
import { createDispatcher } from './dispatcher.ts'
import { followMerge } from './following/merging.ts'
import { followBroker, followCalls, followCampaign, followSuppression } from './following/service.ts'
import { jobs } from './jobs.ts'
import { viewPreflight } from './preflight/views.ts'
import { startCalls } from './service.ts'

export const diallingModule: AppModule = {
  name: 'dialling',
  routes: [
    route(contract.preflight, async ({ ctx, params }) => viewPreflight(ctx, params.id)),
    route(contract.startCalls, async ({ ctx, params }) => startCalls(ctx, params.id)),
  ],
  listeners: {
    'calls.finished': followCalls,
    'number.suppressed': followSuppression,
    'broker.changed': followBroker,
    'broker.merging': followMerge,
    'campaign.changed': followCampaign,
  },
  jobs,
  workers: [createDispatcher],
}
