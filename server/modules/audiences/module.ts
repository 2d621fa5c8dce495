import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { exportArms, mergeArms } from './person-arms.ts'
import { routes } from './routes.ts'

/** Named groups of brokers by rules. What the rules ask of other modules they ask of their tables. */
export const audiencesModule: AppModule = {
  name: 'audiences',
  routes,
  jobs,
  listeners: {
    'broker.exporting': exportArms,
    'broker.merging': mergeArms,
  },
}
