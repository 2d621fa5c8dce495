import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'

export const documentsModule: AppModule = { name: 'documents', jobs }
