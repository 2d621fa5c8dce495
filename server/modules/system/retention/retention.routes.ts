import * as contract from '#contract/system/retention.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockOnly } from '#server/modules/accounts/edit-route.ts'
import { changePeriods } from './change-periods.ts'
import { savedPeriods, viewRuns } from './periods.views.ts'
import { previewRemoval } from './preview-removal.ts'

export const retentionRoutes: AppRoute[] = [
  route(contract.getRetention, async ({ ctx }) => savedPeriods(ctx)),
  route(contract.previewRetention, async ({ ctx, body }) => previewRemoval(ctx, body.periods)),
  editRoute(contract.updateRetention, {
    // as the command does
    lock: lockOnly('organisation'),
    record: ({ ctx }) => savedPeriods(ctx),
    save: ({ ctx, body }) => changePeriods(ctx, body),
  }),
  route(contract.listRetentionRuns, async ({ ctx }) => viewRuns(ctx)),
]
