import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { routes } from './routes.ts'

export const backupsModule: AppModule = { name: 'backups', routes, jobs }
