import type { AppModule } from '#server/module.ts'
import { destroyDocuments, moveDocuments } from './following/service.ts'
import { jobs } from './jobs.ts'
import { holdDrawing } from './pictures/drawing.ts'
import { routes } from './routes.ts'
import { createVaultStarter } from './vault/jobs.ts'

export const documentsModule: AppModule = {
  name: 'documents',
  routes,
  jobs,
  workers: [createVaultStarter],
  reside: () => ({ routes: [], ...holdDrawing() }),
  listeners: { 'broker.deleting': destroyDocuments, 'broker.merging': moveDocuments },
}
