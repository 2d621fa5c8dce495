import type { AppModule } from '#server/module.ts'
import { createImportResumer, jobs } from './jobs.ts'
import { followEnds, followOption, followPersonAsked, followVisits } from './listeners.ts'
import { routes } from './routes.ts'

export const brokersModule: AppModule = {
  name: 'brokers',
  routes,
  jobs,
  listeners: {
    'call.optionChosen': followOption,
    'calls.finished': followEnds,
    'call.personAsked': followPersonAsked,
    'microsite.visited': followVisits,
  },
  workers: [createImportResumer],
}
