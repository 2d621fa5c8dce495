import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { onBrokerMerging } from './listeners.ts'
import { eraseCalls, exportCalls } from './person-calls.ts'
import { createReconciler } from './reconciliation/reconcile.worker.ts'
import { routes } from './routes.ts'

export const callsModule: AppModule = {
  name: 'calls',
  routes,
  listeners: {
    'broker.merging': onBrokerMerging,
    'broker.erasing': eraseCalls,
    'broker.exporting': exportCalls,
  },
  jobs,
  workers: [createReconciler],
}
