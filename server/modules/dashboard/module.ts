import { bdmBrief } from '#contract/bookings/bdm-brief.ts'
import { dashboardStats, dashboardTrends } from '#contract/dashboard/dashboard.ts'
import { dashboardToday } from '#contract/dashboard/today.ts'
import { dashboardNeeds } from '#contract/tasks/needs.ts'
import { type AppModule, route, sharedRoute } from '#server/module.ts'
import { viewBrief } from './brief/bdm-brief.views.ts'
import { jobs } from './jobs.ts'
import { viewNeeds } from './needs.views.ts'
import { viewToday } from './today.views.ts'
import { viewTrends } from './trends.views.ts'
import { viewStats } from './views.ts'

export const dashboardModule: AppModule = {
  name: 'dashboard',
  routes: [
    sharedRoute(dashboardStats, async ({ ctx }) => viewStats(ctx)),
    sharedRoute(dashboardTrends, async ({ ctx }) => viewTrends(ctx)),
    sharedRoute(dashboardToday, async ({ ctx }) => viewToday(ctx), { by: 'role' }),
    route(bdmBrief, async ({ ctx, params, query }) => viewBrief(ctx, params.id, query.day)),
    sharedRoute(dashboardNeeds, async ({ ctx }) => viewNeeds(ctx), { by: 'role' }),
  ],
  jobs,
}
