import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { exportScores, mergeScores } from './person-scores.ts'
import { routes } from './routes.ts'

/** Scores of brokers from their loans: seven criteria in a month, with every value shown. */
export const scoringModule: AppModule = {
  name: 'scoring',
  routes,
  jobs,
  listeners: {
    'broker.exporting': exportScores,
    'broker.merging': mergeScores,
  },
}
