import { dashboardStats } from '#contract/dashboard.ts'
import { type AppModule, route } from '#server/module.ts'
import { viewStats } from './views.ts'

export const dashboardModule: AppModule = {
  name: 'dashboard',
  routes: [route(dashboardStats, async ({ ctx }) => viewStats(ctx))],
}
