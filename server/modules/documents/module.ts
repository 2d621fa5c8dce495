import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { destroyDocuments, moveDocuments, noteDocuments } from './listeners.ts'
import { holdDrawing } from './pictures/draw-page.ts'
import { routes } from './routes.ts'

export const documentsModule: AppModule = {
  name: 'documents',
  routes,
  jobs,
  createRuntime: () => ({ routes: [], ...holdDrawing() }),
  listeners: {
    'broker.erasing': noteDocuments,
    'broker.deleting': destroyDocuments,
    'broker.merging': moveDocuments,
  },
}
