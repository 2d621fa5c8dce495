import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { routes } from './routes.ts'

export const documentsModule: AppModule = { name: 'documents', routes, jobs }
