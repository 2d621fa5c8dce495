import type { AppModule } from '#server/module.ts'
import { followMerge } from './inbound/service.ts'
import { routes } from './routes.ts'

export const telephonyModule: AppModule = {
  name: 'telephony',
  routes,
  listeners: { 'broker.merging': followMerge },
}
