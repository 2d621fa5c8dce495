import { liveness } from '#contract/system/liveness.ts'
import { type AppModule, route, type WorkerParts } from '#server/module.ts'
import type { Worker } from '#server/platform/loop.ts'
import { createRunResumer, jobs } from './jobs.ts'
import { createCurrentLiveness } from './liveness/current-liveness.ts'
import { createStandstillWatch } from './liveness/standstill-watch.ts'
import { eraseAnswers } from './person-answers.ts'
import { routes } from './routes.ts'
import { createMinuteRecorder } from './service-status/minute-recorder.ts'
import { createStatusRoutes } from './service-status/status.routes.ts'

export const systemModule: AppModule = {
  name: 'system',
  routes,
  jobs,
  listeners: { 'broker.erasing': eraseAnswers },
  workers: [createRunResumer, createBackgroundRecorder],
  // in every process, so that standstills are reported even if no worker runs
  createRuntime({ ctx, servesPages }) {
    const watch = createStandstillWatch(() => ctx('standstills'))
    watch.start()
    const current = createCurrentLiveness(() => ctx('liveness'))
    const recorder = createMinuteRecorder(() => ctx('service status'), 'website')
    if (servesPages) recorder.start()
    return {
      routes: [route(liveness, () => current()), ...createStatusRoutes(current)],
      async close() {
        await recorder.stop()
        await watch.stop()
      },
    }
  },
}

function createBackgroundRecorder({ ctx }: WorkerParts): Worker {
  const current = createCurrentLiveness(() => ctx('liveness'))
  return createMinuteRecorder(
    () => ctx('service status'),
    'background',
    async () => (await current()).standstills.length === 0,
  )
}
