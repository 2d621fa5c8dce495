import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { routes } from './routes.ts'

export const accountsModule: AppModule = { name: 'accounts', routes, jobs }
