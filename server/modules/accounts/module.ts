import type { AppModule } from '#server/module.ts'
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts'
import { brokerRoutes } from './broker.routes.ts'
import { jobs } from './jobs.ts'
import { onBrokerMerging } from './listeners.ts'
import { eraseSignIns, exportAccount } from './person-accounts.ts'
import { routes } from './routes.ts'
import { savedViewRoutes } from './saved-views.routes.ts'
import { closePortal } from './sessions.ts'
import { signOnRoutes } from './sign-on.routes.ts'
import { teamRoutes } from './team.routes.ts'

export const accountsModule: AppModule = {
  name: 'accounts',
  routes: [...routes, ...teamRoutes, ...signOnRoutes, ...brokerRoutes, ...savedViewRoutes, ...apiKeyRoutes],
  jobs,
  listeners: {
    'broker.erasing': eraseSignIns,
    'broker.exporting': exportAccount,
    'broker.deleting': closePortal,
    'broker.merging': onBrokerMerging,
  },
}
