import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { signInRoutes } from './portal-sign-in.routes.ts'
import { routes } from './routes.ts'

/** The brokers' own place: composition of what the other modules keep, for one broker only. */
export const portalModule: AppModule = { name: 'portal', routes: [...routes, ...signInRoutes], jobs }
