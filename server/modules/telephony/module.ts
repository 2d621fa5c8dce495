import type { AppModule } from '#server/module.ts'
import { routes } from './routes.ts'

export const telephonyModule: AppModule = { name: 'telephony', routes }
