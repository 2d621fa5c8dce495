import { exportPerson } from '#contract/brokers.ts'
import * as organisation from '#contract/organisation.ts'
import * as contract from '#contract/system.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockOnly } from '#server/modules/accounts/edit-route.ts'
import { viewAudit } from './audit.views.ts'
import { brandRoutes } from './brand/brand.routes.ts'
import { sendPerson } from './export-person.reply.ts'
import { updateOrganisation, viewOrganisation } from './organisation.ts'
import { retentionRoutes } from './retention/retention.routes.ts'
import { retryJob } from './retry-job.ts'
import { viewFailedJobs, viewSystem } from './views.ts'

export const routes: AppRoute[] = [
  route(contract.systemInfo, async ({ ctx }) => viewSystem(ctx)),
  route(organisation.getOrganisation, async ({ ctx }) => viewOrganisation(ctx)),
  editRoute(organisation.updateOrganisation, {
    lock: lockOnly('organisation'),
    record: ({ ctx }) => viewOrganisation(ctx),
    save: ({ ctx, body }) => updateOrganisation(ctx, body),
  }),
  route(exportPerson, async ({ ctx, params, reply }) => sendPerson(ctx, params.id, reply)),
  route(contract.listAudit, async ({ ctx, query }) => viewAudit(ctx, query)),
  route(contract.failedJobs, async ({ ctx }) => viewFailedJobs(ctx)),
  route(contract.retryJob, async ({ ctx, params }) => {
    await retryJob(ctx, params.id)
    return { retried: true as const }
  }),
  ...brandRoutes,
  ...retentionRoutes,
]
