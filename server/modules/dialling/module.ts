import * as contract from '#contract/dialling.ts'
import { type AppModule, route } from '#server/module.ts'
import { createDispatcher } from './dispatcher.worker.ts'
import { jobs } from './jobs.ts'
import { followBroker, followCalls, followCampaign, followMerge, followSuppression } from './listeners.ts'
import { viewPreflight } from './preflight.ts'
import { startCalls } from './start-calls.ts'

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
