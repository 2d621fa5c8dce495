import type { AppModule } from '#server/module.ts'
import { mailAlerts } from './alert-mail.ts'
import { checkApproved, screenApplication } from './applications/screen-applications.ts'
import { createWeeklyStarter, jobs } from './jobs.ts'
import { keepForReview } from './keep-for-review.store.ts'
import { mergeStandings } from './merge-standing.ts'
import { exportChecks } from './person-checks.ts'
import { routes } from './routes.ts'

/** Compliance of brokers: ASIC's registers and news, findings about brokers, and people's decisions. */
export const surveillanceModule: AppModule = {
  name: 'surveillance',
  routes,
  jobs,
  listeners: {
    'application.submitted': screenApplication,
    'application.approving': screenApplication,
    'application.decided': checkApproved,
    'compliance.alerted': mailAlerts,
    'broker.changed': keepForReview,
    'broker.exporting': exportChecks,
    'broker.merging': mergeStandings,
  },
  workers: [createWeeklyStarter],
}
