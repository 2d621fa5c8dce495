import type { AppModule } from '#server/module.ts'
import { createVaultStarter, jobs } from './jobs.ts'
import { routes } from './routes.ts'

export const vaultModule: AppModule = { name: 'vault', routes, jobs, workers: [createVaultStarter] }
