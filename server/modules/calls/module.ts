import type { AppModule } from '#server/module.ts'
import { createReconciler } from './reconciling/worker.ts'
import { routes } from './routes.ts'

export const callsModule: AppModule = { name: 'calls', routes, workers: [createReconciler] }
