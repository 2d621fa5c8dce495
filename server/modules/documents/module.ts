import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { destroyDocuments, followNames, moveDocuments } from './listeners.ts'
import { exportDocuments, noteDocuments } from './person-documents.ts'
import { holdDrawing } from './pictures/draw-page.ts'
import { routes } from './routes.ts'

export const documentsModule: AppModule = {
  name: 'documents',
  routes,
  jobs,
  createRuntime: () => ({ routes: [], ...holdDrawing() }),
  listeners: {
    'broker.erasing': noteDocuments,
    'broker.exporting': exportDocuments,
    'broker.deleting': destroyDocuments,
    'broker.merging': moveDocuments,
    'broker.changed': followNames,
  },
}
