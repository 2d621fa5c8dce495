import type { AppModule } from '#server/module.ts'
import { mailChange, mailReset } from './account-mails/service.ts'
import { followMerge } from './following/merging.ts'
import { sendAskedLink } from './following/service.ts'
import { routes } from './routes.ts'
import { createOutboxWorker } from './sending/worker.ts'

export const messagesModule: AppModule = {
  name: 'messages',
  routes,
  listeners: {
    'account.resetAsked': mailReset,
    'account.changed': mailChange,
    'call.optionChosen': sendAskedLink,
    'broker.merging': followMerge,
  },
  workers: [createOutboxWorker],
}
