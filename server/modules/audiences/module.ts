import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { exportArms, mergeArms } from './person-arms.store.ts'
import { routes } from './routes.ts'

/** Named groups of brokers by rules. Rules read the tables of other modules. */
export const audiencesModule: AppModule = {
  name: 'audiences',
  routes,
  jobs,
  listeners: {
    'broker.exporting': exportArms,
    'broker.merging': mergeArms,
  },
}
