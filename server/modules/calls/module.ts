import type { AppModule } from '#server/module.ts'
import { createCallEnder } from './due-ends/end-due-calls.worker.ts'
import { onBookingDiffers, onNoneFree } from './intake/note-meeting.ts'
import { jobs } from './jobs.ts'
import { onBrokerMerging } from './listeners.ts'
import { eraseCalls, exportCalls } from './person-calls.ts'
import { createReconciler } from './reconciliation/reconcile.worker.ts'
import { routes } from './routes.ts'

export const callsModule: AppModule = {
  name: 'calls',
  routes,
  listeners: {
    'booking.differsFromCall': onBookingDiffers,
    'booking.noneFree': onNoneFree,
    'broker.merging': onBrokerMerging,
    'broker.erasing': eraseCalls,
    'broker.exporting': exportCalls,
  },
  jobs,
  workers: [createReconciler, createCallEnder],
}
