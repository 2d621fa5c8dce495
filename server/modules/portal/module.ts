import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { eraseRegistrations, exportRegistrations } from './person-registrations.ts'
import { signInRoutes } from './portal-sign-in.routes.ts'
import { routes } from './routes.ts'

/** The broker portal: combines data of the other modules for one broker. */
export const portalModule: AppModule = {
  name: 'portal',
  routes: [...routes, ...signInRoutes],
  jobs,
  listeners: { 'broker.erasing': eraseRegistrations, 'broker.exporting': exportRegistrations },
}
