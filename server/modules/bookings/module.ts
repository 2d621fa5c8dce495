import type { AppModule } from '#server/module.ts'
import { addBookedActivity } from './booking-activities.ts'
import { eraseBookings } from './erase-bookings.ts'
import { jobs } from './jobs.ts'
import { onBrokerMerging, onOptionChosen } from './listeners.ts'
import { routes } from './routes.ts'

export const bookingsModule: AppModule = {
  name: 'bookings',
  routes,
  jobs,
  listeners: {
    'call.optionChosen': onOptionChosen,
    'booking.made': addBookedActivity,
    'broker.merging': onBrokerMerging,
    'broker.erasing': eraseBookings,
  },
}
