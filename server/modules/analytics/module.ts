import type { AppModule } from '#server/module.ts'
import { createFigureFolder } from './figures/fold-figures.worker.ts'
import { jobs } from './jobs.ts'

export const analyticsModule: AppModule = {
  name: 'analytics',
  jobs,
  workers: [createFigureFolder],
}
