import type { AppModule } from '#server/module.ts'
import { createFigureCounter } from './count-figures.worker.ts'
import { jobs } from './jobs.ts'

export const figuresModule: AppModule = { name: 'figures', jobs, workers: [createFigureCounter] }
