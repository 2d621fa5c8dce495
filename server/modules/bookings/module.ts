import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { onBrokerMerging, onCallsFinished, onOptionsChosen } from './listeners.ts'
import { onMessageFailed } from './notify.ts'
import { eraseBookings, exportBookings } from './person-bookings.ts'
import { routes } from './routes.ts'

export const bookingsModule: AppModule = {
  name: 'bookings',
  routes,
  jobs,
  listeners: {
    'calls.optionsChosen': onOptionsChosen,
    'calls.finished': onCallsFinished,
    'message.failed': onMessageFailed,
    'broker.merging': onBrokerMerging,
    'broker.erasing': eraseBookings,
    'broker.exporting': exportBookings,
  },
}
