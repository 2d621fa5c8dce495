import type { AppModule } from '#server/module.ts'
import { eraseCalls } from './erase-calls.ts'
import { jobs } from './jobs.ts'
import { onBrokerMerging } from './listeners.ts'
import { createReconciler } from './reconciliation/reconcile.worker.ts'
import { routes } from './routes.ts'

export const callsModule: AppModule = {
  name: 'calls',
  routes,
  listeners: { 'broker.merging': onBrokerMerging, 'broker.erasing': eraseCalls },
  jobs,
  workers: [createReconciler],
}
