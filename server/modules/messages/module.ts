import type { AppModule } from '#server/module.ts'
import { routes } from './routes.ts'
import { sendAskedLink } from './service.ts'

export const messagesModule: AppModule = {
  name: 'messages',
  routes,
  listeners: { 'call.optionChosen': sendAskedLink },
}
