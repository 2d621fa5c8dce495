import type { AppModule } from '#server/module.ts'
import { recordOutcome } from './attribution.store.ts'
import { jobs } from './jobs.ts'
import { cacheKnownBrokers } from './pages/known-brokers.ts'
import { cachePages, PAGES_TOPIC, pageTopics } from './pages/microsite-pages.ts'
import { watchTopics } from './pages/page-freshness.ts'
import { pageRoute } from './pages/pages.routes.ts'
import { apiRoutes } from './routes.ts'
import { createVisitCounter } from './visits/visit-counter.ts'
import { forgetBroker, mergeVisits } from './visits/visits.store.ts'

export const micrositesModule: AppModule = {
  name: 'microsites',
  jobs,
  listeners: {
    'broker.deleting': (ctx, { brokerId }) => forgetBroker(ctx, brokerId),
    'broker.merging': (ctx, { fromId, intoId }) => mergeVisits(ctx, fromId, intoId),
    'booking.made': (ctx, { bookingId }) => recordOutcome(ctx, 'booking', bookingId),
    'application.submitted': (ctx, { applicationId }) => recordOutcome(ctx, 'application', applicationId),
    'campaign.changed': async (ctx) => ctx.changed(PAGES_TOPIC),
  },
  createRuntime({ ctx, feed }) {
    const shown = watchTopics(feed, pageTopics)
    const brokers = watchTopics(feed, ['brokers'])
    const visits = createVisitCounter(() => ctx('visits'))
    const page = pageRoute({
      ...{ pages: cachePages(shown), brokers: cacheKnownBrokers(brokers), visits },
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
