import type { AppModule } from '#server/module.ts'
import { tellChangeOnTimeline, tellMadeOnTimeline } from './following/activities.ts'
import { followMerge } from './following/merging.ts'
import { bookForCall } from './following/service.ts'
import { jobs } from './jobs.ts'
import { routes } from './routes.ts'

export const bookingsModule: AppModule = {
  name: 'bookings',
  routes,
  jobs,
  listeners: {
    'call.optionChosen': bookForCall,
    'booking.made': tellMadeOnTimeline,
    'booking.changed': tellChangeOnTimeline,
    'broker.merging': followMerge,
  },
}
