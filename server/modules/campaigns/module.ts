import type { AppModule } from '#server/module.ts'
import { callingRulesRoutes } from './calling-rules/calling-rules.routes.ts'
import { routes } from './routes.ts'

export const campaignsModule: AppModule = { name: 'campaigns', routes: [...routes, ...callingRulesRoutes] }
