import type { AppModule } from '#server/module.ts'
import { followMerge } from './following/merging.ts'
import { forgetBroker, openDraftOfCall } from './following/service.ts'
import { jobs } from './jobs.ts'
import { routes } from './routes.ts'

export const accreditationsModule: AppModule = {
  name: 'accreditations',
  routes,
  jobs,
  listeners: {
    'call.optionChosen': openDraftOfCall,
    'broker.deleting': forgetBroker,
    'broker.merging': followMerge,
  },
}
