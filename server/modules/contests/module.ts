import type { AppModule } from '#server/module.ts'
import { complaintRoutes } from './complaints/complaints.routes.ts'
import { jobs } from './jobs.ts'
import { eraseCases, exportCases, moveCases } from './person-contests.ts'
import { routes } from './routes.ts'

/** Contests of automated decisions, appeals against scores among them, and complaints about calls. */
export const contestsModule: AppModule = {
  name: 'contests',
  routes: [...routes, ...complaintRoutes],
  jobs,
  listeners: {
    'broker.merging': moveCases,
    'broker.erasing': eraseCases,
    'broker.exporting': exportCases,
  },
}
