import { liveness } from '#contract/system/liveness.ts'
import { type AppModule, route } from '#server/module.ts'
import { createRunResumer, jobs } from './jobs.ts'
import { createCurrentLiveness } from './liveness/current-liveness.ts'
import { createStandstillWatch } from './liveness/standstill-watch.ts'
import { eraseAnswers } from './person-answers.ts'
import { routes } from './routes.ts'

export const systemModule: AppModule = {
  name: 'system',
  routes,
  jobs,
  listeners: { 'broker.erasing': eraseAnswers },
  workers: [createRunResumer],
  // in every process, so that standstills are reported even if no worker runs
  createRuntime({ ctx }) {
    const watch = createStandstillWatch(() => ctx('standstills'))
    watch.start()
    const current = createCurrentLiveness(() => ctx('liveness'))
    return { routes: [route(liveness, () => current())], close: watch.stop }
  },
}
