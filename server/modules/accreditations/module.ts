import type { AppModule } from '#server/module.ts'
import { onDocumentChanged, onDocumentTypesChanged } from './accreditation-status.ts'
import { jobs } from './jobs.ts'
import { onBrokerDeleting, onBrokerMerging, onOptionsChosen } from './listeners.ts'
import { eraseApplications, exportApplications } from './person-applications.ts'
import { routes } from './routes.ts'
import { onMessageFailed } from './start-application.ts'

export const accreditationsModule: AppModule = {
  name: 'accreditations',
  routes,
  jobs,
  listeners: {
    'calls.optionsChosen': onOptionsChosen,
    'message.failed': onMessageFailed,
    'broker.erasing': eraseApplications,
    'broker.exporting': exportApplications,
    'broker.deleting': onBrokerDeleting,
    'broker.merging': onBrokerMerging,
    'document.changed': onDocumentChanged,
    'documentTypes.changed': onDocumentTypesChanged,
  },
}
