import * as contract from '#contract/surveillance/compliance-report.ts'
import { type AppRoute, route } from '#server/module.ts'
import { sendReportCsv, sendReportPdf } from './compliance-report.reply.ts'
import { viewComplianceReport } from './compliance-report.views.ts'

export const complianceRoutes: AppRoute[] = [
  route(contract.complianceReport, async ({ ctx, query }) => viewComplianceReport(ctx, query.month)),
  route(contract.complianceReportCsv, async ({ ctx, query, reply }) =>
    sendReportCsv(reply, await viewComplianceReport(ctx, query.month)),
  ),
  route(contract.complianceReportPdf, async ({ ctx, query, reply }) =>
    sendReportPdf(reply, await viewComplianceReport(ctx, query.month)),
  ),
]
