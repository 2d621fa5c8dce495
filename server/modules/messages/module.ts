import type { AppModule } from '#server/module.ts'
import { mailChange, mailInvitation, mailReset } from './account-mails.ts'
import { onBrokerMerging } from './listeners.ts'
import { createOutboxWorker } from './outbox.worker.ts'
import { eraseMessages, exportMessages } from './person-messages.ts'
import { onMessageFailed, sendRequestedLinks } from './requested-link.ts'
import { routes } from './routes.ts'
import { verificationRoutes } from './verification/verification.routes.ts'

export const messagesModule: AppModule = {
  name: 'messages',
  routes: [...routes, ...verificationRoutes],
  listeners: {
    'account.resetAsked': mailReset,
    'account.changed': mailChange,
    'account.invited': mailInvitation,
    'calls.optionsChosen': sendRequestedLinks,
    'message.failed': onMessageFailed,
    'broker.merging': onBrokerMerging,
    'broker.erasing': eraseMessages,
    'broker.exporting': exportMessages,
  },
  workers: [createOutboxWorker],
}
