import type { AppModule } from '#server/module.ts'
import { followMerge } from './following/merging.ts'
import { sendAskedLink } from './following/service.ts'
import { routes } from './routes.ts'
import { createOutboxWorker } from './sending/worker.ts'

export const messagesModule: AppModule = {
  name: 'messages',
  routes,
  listeners: { 'call.optionChosen': sendAskedLink, 'broker.merging': followMerge },
  workers: [createOutboxWorker],
}
