import * as contract from '#contract/dashboard/reports.ts'
import { type AppRoute, route } from '#server/module.ts'
import { changeSubscription, readSubscription } from './report-subscriptions.ts'
import { sendUnsubscribed, sendUnsubscribePage } from './unsubscribe-page.reply.ts'

export const reportRoutes: AppRoute[] = [
  route(contract.getReportSubscription, async ({ ctx }) => readSubscription(ctx)),
  route(contract.setReportSubscription, async ({ ctx, body }) => changeSubscription(ctx, body)),
  route(contract.unsubscribePage, async ({ ctx, params, reply }) =>
    sendUnsubscribePage(ctx, params.token, reply),
  ),
  route(contract.unsubscribe, async ({ ctx, params, reply }) => sendUnsubscribed(ctx, params.token, reply)),
]
