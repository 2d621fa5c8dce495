import { exportPerson } from '#contract/brokers/brokers.ts'
import * as dataFlows from '#contract/system/data-flows.ts'
import * as organisation from '#contract/system/organisation.ts'
import * as setup from '#contract/system/setup.ts'
import * as contract from '#contract/system/system.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockOnly } from '#server/modules/accounts/edit-route.ts'
import { viewAudit, viewAuditPeople } from './audit.views.ts'
import { sendAudit } from './audit-export.reply.ts'
import { brandRoutes } from './brand/brand.routes.ts'
import { sendDataFlows } from './data-flows.reply.ts'
import { viewDataFlows } from './data-flows.views.ts'
import { decisionRoutes } from './decisions/decisions.routes.ts'
import { sendPerson } from './export-person.reply.ts'
import { viewFailedJobs } from './failed-jobs.views.ts'
import { viewJobKinds, viewJobRuns } from './job-runs.views.ts'
import { updateOrganisation, viewOrganisation } from './organisation.ts'
import { putSetupAway } from './put-setup-away.ts'
import { retentionRoutes } from './retention/retention.routes.ts'
import { retryAllJobs, retryJob } from './retry-job.ts'
import { viewSetup } from './setup.views.ts'
import { viewSystem } from './views.ts'

export const routes: AppRoute[] = [
  route(contract.systemInfo, async ({ ctx }) => viewSystem(ctx)),
  route(dataFlows.listDataFlows, async ({ ctx }) => viewDataFlows(ctx)),
  route(dataFlows.exportDataFlows, async ({ ctx, reply }) => sendDataFlows(ctx, reply)),
  route(organisation.getOrganisation, async ({ ctx }) => viewOrganisation(ctx)),
  editRoute(organisation.updateOrganisation, {
    lock: lockOnly('organisation'),
    record: ({ ctx }) => viewOrganisation(ctx),
    save: ({ ctx, body }) => updateOrganisation(ctx, body),
  }),
  route(exportPerson, async ({ ctx, params, reply }) => sendPerson(ctx, params.id, reply)),
  route(contract.listAudit, async ({ ctx, query }) => viewAudit(ctx, query)),
  route(contract.exportAudit, async ({ ctx, query, reply }) => sendAudit(ctx, query, reply)),
  route(contract.listAuditPeople, async ({ ctx }) => viewAuditPeople(ctx)),
  route(contract.listJobRuns, async ({ ctx, query }) => viewJobRuns(ctx, query)),
  route(contract.listJobKinds, async ({ ctx }) => viewJobKinds(ctx)),
  route(contract.failedJobs, async ({ ctx, query }) => viewFailedJobs(ctx, query)),
  route(contract.retryAllJobs, async ({ ctx }) => ({ retried: await retryAllJobs(ctx) })),
  route(contract.retryJob, async ({ ctx, params }) => {
    await retryJob(ctx, params.id)
    return { retried: true as const }
  }),
  ...brandRoutes,
  route(setup.getSetup, async ({ ctx }) => viewSetup(ctx)),
  route(setup.putSetupAway, async ({ ctx, body }) => {
    await putSetupAway(ctx, body)
    return viewSetup(ctx)
  }),
  ...retentionRoutes,
  ...decisionRoutes,
]
