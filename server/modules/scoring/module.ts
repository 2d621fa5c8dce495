import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { exportScores, mergeScores } from './person-scores.ts'
import { routes } from './routes.ts'

/** What a broker's loans say: seven criteria, one month, and everything shown. */
export const scoringModule: AppModule = {
  name: 'scoring',
  routes,
  jobs,
  listeners: {
    'broker.exporting': exportScores,
    'broker.merging': mergeScores,
  },
}
