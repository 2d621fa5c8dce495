import type { AppModule } from '#server/module.ts'
import { followMerge } from './following/merging.ts'
import { jobs } from './jobs.ts'
import { createReconciler } from './reconciling/worker.ts'
import { routes } from './routes.ts'

export const callsModule: AppModule = {
  name: 'calls',
  routes,
  listeners: { 'broker.merging': followMerge },
  jobs,
  workers: [createReconciler],
}
