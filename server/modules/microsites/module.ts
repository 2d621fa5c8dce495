import type { AppModule } from '#server/module.ts'
import { settleOutcome } from './attribution/store.ts'
import { jobs } from './jobs.ts'
import { watchTopics } from './page/freshness.ts'
import { rememberBrokers } from './page/known-brokers.ts'
import { pageRoute } from './page/routes.ts'
import { keepPages, PAGES_TOPIC, pageTopics } from './page/service.ts'
import { apiRoutes } from './routes.ts'
import { createVisitCounter } from './visits/counter.ts'
import { forgetBroker, mergeVisits } from './visits/store.ts'

export const micrositesModule: AppModule = {
  name: 'microsites',
  jobs,
  listeners: {
    'broker.deleting': (ctx, { brokerId }) => forgetBroker(ctx, brokerId),
    'broker.merging': (ctx, { fromId, intoId }) => mergeVisits(ctx, fromId, intoId),
    'booking.made': (ctx, { bookingId }) => settleOutcome(ctx, 'booking', bookingId),
    'application.submitted': (ctx, { applicationId }) => settleOutcome(ctx, 'application', applicationId),
    'campaign.changed': async (ctx) => ctx.changed(PAGES_TOPIC),
  },
  reside({ ctx, feed }) {
    const shown = watchTopics(feed, pageTopics)
    const brokers = watchTopics(feed, ['brokers'])
    const visits = createVisitCounter(() => ctx('visits'))
    const page = pageRoute({
      ...{ pages: keepPages(shown), brokers: rememberBrokers(brokers), visits },
      now: ctx('microsites').now,
    })
    return {
      routes: [...apiRoutes(shown), page],
      async close() {
        shown.stop()
        brokers.stop()
        await visits.close()
      },
    }
  },
}
