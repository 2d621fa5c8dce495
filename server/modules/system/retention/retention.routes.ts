import * as contract from '#contract/retention.ts'
import { type AppRoute, route } from '#server/module.ts'
import { changePeriods } from './change-periods.ts'
import { savedPeriods, viewRuns } from './periods.views.ts'
import { previewRemoval } from './preview-removal.ts'

export const retentionRoutes: AppRoute[] = [
  route(contract.getRetention, async ({ ctx }) => savedPeriods(ctx)),
  route(contract.previewRetention, async ({ ctx, body }) => previewRemoval(ctx, body.periods)),
  route(contract.updateRetention, async ({ ctx, body }) => {
    await changePeriods(ctx, body)
    return savedPeriods(ctx)
  }),
  route(contract.listRetentionRuns, async ({ ctx }) => viewRuns(ctx)),
]
