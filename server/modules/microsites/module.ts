import type { AppModule } from '#server/module.ts'
import { brokerOfKey } from '#server/modules/brokers/broker-key.ts'
import { recordOutcome } from './attribution.ts'
import { jobs } from './jobs.ts'
import { cacheKnownBrokers } from './pages/known-brokers.ts'
import { cachePages, pageTopics } from './pages/microsite-pages.ts'
import { watchTopics } from './pages/page-freshness.ts'
import { pageRoute } from './pages/pages.routes.ts'
import { apiRoutes } from './routes.ts'
import { createVisitCounter } from './visits/visit-counter.ts'
import { detachVisits, mergeVisits } from './visits/visits.store.ts'

export const micrositesModule: AppModule = {
  name: 'microsites',
  jobs,
  listeners: {
    'broker.deleting': (ctx, { brokerIds }) => detachVisits(ctx, brokerIds),
    'broker.merging': (ctx, { fromId, intoId }) => mergeVisits(ctx, fromId, intoId),
    'booking.made': (ctx, { bookingId }) => recordOutcome(ctx, 'booking', bookingId),
    'application.submitted': (ctx, { applicationId }) => recordOutcome(ctx, 'application', applicationId),
  },
  createRuntime({ ctx, feed }) {
    const pageFreshness = watchTopics(feed, pageTopics)
    const brokerFreshness = watchTopics(feed, ['brokers'])
    const visits = createVisitCounter(() => ctx('visits'))
    const page = pageRoute({
      ...{ pages: cachePages(pageFreshness), brokers: cacheKnownBrokers(brokerFreshness), visits },
      now: ctx('microsites').now,
      ownerOfKey: (key) => brokerOfKey(ctx('microsites'), key),
    })
    return {
      routes: [...apiRoutes(pageFreshness), page],
      async close() {
        pageFreshness.stop()
        brokerFreshness.stop()
        await visits.close()
      },
    }
  },
}
