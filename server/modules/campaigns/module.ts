import type { AppModule } from '#server/module.ts'
import { routes } from './routes.ts'

export const campaignsModule: AppModule = { name: 'campaigns', routes }
