import type { AppModule } from '#server/module.ts'
import { createImportResumer, jobs } from './jobs.ts'
import { onCallsFinished, onMicrositeVisited, onOptionChosen, onPersonAsked } from './listeners.ts'
import { exportBroker } from './person.ts'
import { routes } from './routes.ts'

export const brokersModule: AppModule = {
  name: 'brokers',
  routes,
  jobs,
  listeners: {
    'broker.exporting': exportBroker,
    'call.optionChosen': onOptionChosen,
    'calls.finished': onCallsFinished,
    'call.personAsked': onPersonAsked,
    'microsite.visited': onMicrositeVisited,
  },
  workers: [createImportResumer],
}
