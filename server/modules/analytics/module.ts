import * as contract from '#contract/dashboard/analytics.ts'
import { idsIn } from '#contract/ids.ts'
import { type AppModule, route } from '#server/module.ts'
import { viewAnalytics, viewHours } from './analytics.views.ts'
import { viewAnnotations } from './annotations.views.ts'
import { viewBreakdown } from './breakdown.views.ts'
import { complianceRoutes } from './compliance/compliance-report.routes.ts'
import { viewForecasts } from './forecasts.views.ts'
import { jobs } from './jobs.ts'
import { reportRoutes } from './reports/report.routes.ts'

export const analyticsModule: AppModule = {
  name: 'analytics',
  routes: [
    route(contract.analyticsSummary, async ({ ctx, query }) => viewAnalytics(ctx, query)),
    route(contract.analyticsHours, async ({ ctx, query }) => viewHours(ctx, query)),
    route(contract.analyticsBreakdown, async ({ ctx, query }) => viewBreakdown(ctx, query)),
    route(contract.analyticsAnnotations, async ({ ctx, query }) => viewAnnotations(ctx, query)),
    route(contract.analyticsForecasts, async ({ ctx, query }) => viewForecasts(ctx, idsIn(query.ids))),
    ...reportRoutes,
    ...complianceRoutes,
  ],
  jobs,
}
