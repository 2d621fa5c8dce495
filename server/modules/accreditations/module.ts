import type { AppModule } from '#server/module.ts'
import { onDocumentChanged, onDocumentTypesChanged } from './accreditation-status.ts'
import { jobs } from './jobs.ts'
import { forgetBroker, onBrokerMerging, openDraftOfCall } from './listeners.ts'
import { routes } from './routes.ts'

export const accreditationsModule: AppModule = {
  name: 'accreditations',
  routes,
  jobs,
  listeners: {
    'call.optionChosen': openDraftOfCall,
    'broker.deleting': forgetBroker,
    'broker.merging': onBrokerMerging,
    'document.changed': onDocumentChanged,
    'documentTypes.changed': onDocumentTypesChanged,
  },
}
