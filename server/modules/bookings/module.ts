import type { AppModule } from '#server/module.ts'
import { tellMadeOnTimeline } from './booking-activities.ts'
import { jobs } from './jobs.ts'
import { bookForCall, followMerge } from './listeners.ts'
import { routes } from './routes.ts'

export const bookingsModule: AppModule = {
  name: 'bookings',
  routes,
  jobs,
  listeners: {
    'call.optionChosen': bookForCall,
    'booking.made': tellMadeOnTimeline,
    'broker.merging': followMerge,
  },
}
