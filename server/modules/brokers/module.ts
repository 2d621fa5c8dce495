import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import {
  onCallsFinished,
  onHandedOff,
  onMicrositeVisited,
  onOptionsChosen,
  onOptOutUnclear,
  onPersonAsked,
} from './listeners.ts'
import { eraseRecords, exportRecords } from './person-records.ts'
import { routes } from './routes.ts'

export const brokersModule: AppModule = {
  name: 'brokers',
  routes,
  jobs,
  listeners: {
    'broker.erasing': eraseRecords,
    'broker.exporting': exportRecords,
    'calls.optionsChosen': onOptionsChosen,
    'call.optOutUnclear': onOptOutUnclear,
    'calls.finished': onCallsFinished,
    'call.personAsked': onPersonAsked,
    'call.handedOff': onHandedOff,
    'microsite.visited': onMicrositeVisited,
  },
}
