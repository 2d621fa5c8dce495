import type { AppModule } from '#server/module.ts'
import { eraseAnswers } from './erase-answers.ts'
import { jobs } from './jobs.ts'
import { routes } from './routes.ts'

export const systemModule: AppModule = {
  name: 'system',
  routes,
  jobs,
  listeners: { 'broker.erasing': eraseAnswers },
}
