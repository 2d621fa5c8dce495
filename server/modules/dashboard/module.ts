import { dashboardStats } from '#contract/dashboard.ts'
import { type AppModule, sharedRoute } from '#server/module.ts'
import { viewStats } from './views.ts'

export const dashboardModule: AppModule = {
  name: 'dashboard',
  routes: [sharedRoute(dashboardStats, async ({ ctx }) => viewStats(ctx))],
}
