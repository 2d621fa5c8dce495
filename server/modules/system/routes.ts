import * as contract from '#contract/system.ts'
import { type AppRoute, route } from '#server/module.ts'
import { retryJob } from './service.ts'
import { viewAudit, viewFailedJobs, viewSystem } from './views.ts'

export const routes: AppRoute[] = [
  route(contract.systemInfo, async ({ ctx }) => viewSystem(ctx)),
  route(contract.listAudit, async ({ ctx, query }) => viewAudit(ctx, query)),
  route(contract.failedJobs, async ({ ctx }) => viewFailedJobs(ctx)),
  route(contract.retryJob, async ({ ctx, params }) => {
    await retryJob(ctx, params.id)
    return { retried: true as const }
  }),
]
