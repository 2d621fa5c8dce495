import type { AppModule } from '#server/module.ts'
import { onBrokerMerging } from './inbound-calls.ts'
import { routes } from './routes.ts'

export const telephonyModule: AppModule = {
  name: 'telephony',
  routes,
  listeners: { 'broker.merging': onBrokerMerging },
}
