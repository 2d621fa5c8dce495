import * as contract from '#contract/dialling.ts'
import { type AppModule, route } from '#server/module.ts'
import { createDispatcher } from './dispatcher.worker.ts'
import { jobs } from './jobs.ts'
import {
  onBrokerChanged,
  onBrokerMerging,
  onCallsFinished,
  onCampaignChanged,
  onNumberSuppressed,
} from './listeners.ts'
import { viewPreflight } from './preflight.ts'
import { startCalls } from './start-calls.ts'

export const diallingModule: AppModule = {
  name: 'dialling',
  routes: [
    route(contract.preflight, async ({ ctx, params }) => viewPreflight(ctx, params.id)),
    route(contract.startCalls, async ({ ctx, params }) => startCalls(ctx, params.id)),
  ],
  listeners: {
    'calls.finished': onCallsFinished,
    'number.suppressed': onNumberSuppressed,
    'broker.changed': onBrokerChanged,
    'broker.merging': onBrokerMerging,
    'campaign.changed': onCampaignChanged,
  },
  jobs,
  workers: [createDispatcher],
}
