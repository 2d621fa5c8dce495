import type { AppModule } from '#server/module.ts'
import { createWebhookWorker } from './deliver.worker.ts'
import { listeners } from './listeners.ts'
import { routes } from './routes.ts'

export const webhooksModule: AppModule = {
  name: 'webhooks',
  routes,
  listeners,
  workers: [(parts) => createWebhookWorker(parts)],
}
