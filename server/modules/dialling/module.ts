import {
  changeRequestedCall as changeRequested,
  listRequestedCalls,
} from '#contract/calls/requested-calls.ts'
import { campaignBestHours } from '#contract/campaigns/best-hours.ts'
import { previewCallingRules } from '#contract/campaigns/calling-rules.ts'
import { estimateReach } from '#contract/campaigns/campaign-drafts.ts'
import * as contract from '#contract/campaigns/dialling.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { idsIn } from '#contract/ids.ts'
import { type AppModule, route, sharedRoute } from '#server/module.ts'
import { editRoute, lockRow } from '#server/modules/accounts/edit-route.ts'
import { viewBestHours } from './best-hours.views.ts'
import { viewCallability } from './callability.views.ts'
import type { AudienceChoice } from './chosen-audience.ts'
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
import { viewReach } from './reach.ts'
import { changeRequestedCall } from './requested-calls/change-requested-call.ts'
import { cancelSuppressed, onDialsFinished } from './requested-calls/end-requested-call.ts'
import {
  eraseRequestedCalls,
  exportRequestedCalls,
  moveRequestedCalls,
} from './requested-calls/person-requested-calls.ts'
import { onCallbackRequested } from './requested-calls/plan-requested-call.ts'
import { viewRequestedCall, viewRequestedCalls } from './requested-calls/requested-calls.views.ts'
import { viewRulesPreview } from './rules-preview.ts'
import { noteAccreditation, noteApplication, noteBooking, noteVisits } from './stages.store.ts'
import { createReadBeside, startCalls } from './start-calls.ts'

/** `all` is what null is in a body. */
const choiceOf = ({ audienceId, holdOutPercent }: QueryOf<typeof contract.preflight>): AudienceChoice => ({
  audienceId: audienceId === 'all' ? null : audienceId,
  holdOutPercent,
})

export const diallingModule: AppModule = {
  name: 'dialling',
  routes: [
    route(contract.preflight, async ({ ctx, params, query }) =>
      viewPreflight(ctx, params.id, choiceOf(query)),
    ),
    route(estimateReach, async ({ ctx, body }) => viewReach(ctx, body)),
    sharedRoute(campaignBestHours, async ({ ctx, params }) => viewBestHours(ctx, params.id)),
    route(listRequestedCalls, async ({ ctx, query }) => viewRequestedCalls(ctx, query)),
    editRoute(changeRequested, {
      lock: lockRow('requested_calls'),
      record: ({ ctx, params }) => viewRequestedCall(ctx, params.id),
      save: ({ ctx, params, body }) => changeRequestedCall(ctx, params.id, body),
    }),
    route(previewCallingRules, async ({ ctx }) => viewRulesPreview(ctx)),
    route(contract.callability, async ({ ctx, query }) => viewCallability(ctx, idsIn(query.ids))),
  ],
  createRuntime() {
    const readBeside = createReadBeside()
    const start = route(contract.startCalls, async ({ ctx, params, body }) =>
      startCalls(ctx, params.id, body ?? {}, readBeside),
    )
    return { routes: [start], close: async () => undefined }
  },
  listeners: {
    'calls.finished': async (ctx, finished) => {
      await onCallsFinished(ctx, finished)
      await onDialsFinished(ctx, finished)
    },
    'call.callbackRequested': onCallbackRequested,
    'microsite.visited': noteVisits,
    'booking.made': noteBooking,
    'application.submitted': noteApplication,
    'application.decided': noteApplication,
    'broker.accredited': noteAccreditation,
    'number.suppressed': async (ctx, suppressed) => {
      await onNumberSuppressed(ctx, suppressed)
      await cancelSuppressed(ctx, suppressed)
    },
    'broker.changed': onBrokerChanged,
    'broker.merging': async (ctx, merged) => {
      await onBrokerMerging(ctx, merged)
      await moveRequestedCalls(ctx, merged)
    },
    'broker.erasing': eraseRequestedCalls,
    'broker.exporting': exportRequestedCalls,
    'campaign.changed': onCampaignChanged,
  },
  jobs,
  workers: [createDispatcher],
}
