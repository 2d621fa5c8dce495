import type { AppModule } from '#server/module.ts'
import { followMerge } from './following/merging.ts'
import { forgetBroker, openDraftOfCall } from './following/service.ts'
import { jobs } from './jobs.ts'
import { routes } from './routes.ts'
import { followDecision, followDocument, followTypes } from './standing/service.ts'

export const accreditationsModule: AppModule = {
  name: 'accreditations',
  routes,
  jobs,
  listeners: {
    'call.optionChosen': openDraftOfCall,
    'broker.deleting': forgetBroker,
    'broker.merging': followMerge,
    'document.changed': followDocument,
    'documentTypes.changed': followTypes,
    'application.decided': followDecision,
  },
}
