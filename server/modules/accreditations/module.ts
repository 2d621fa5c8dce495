import type { AppModule } from '#server/module.ts'
import { followDocument, followTypes } from './accreditation-status.ts'
import { jobs } from './jobs.ts'
import { followMerge, forgetBroker, openDraftOfCall } from './listeners.ts'
import { routes } from './routes.ts'

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
  },
}
