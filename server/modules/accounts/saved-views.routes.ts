import * as contract from '#contract/brokers/saved-views.ts'
import { type AppRoute, route } from '#server/module.ts'
import { changeView, createView, deleteView } from './saved-views.ts'
import { viewSavedView, viewSavedViews } from './saved-views.views.ts'

export const savedViewRoutes: AppRoute[] = [
  route(contract.listSavedViews, async ({ ctx, query }) => viewSavedViews(ctx, query.list)),
  route(contract.createSavedView, async ({ ctx, body }) => viewSavedView(ctx, await createView(ctx, body))),
  route(contract.updateSavedView, async ({ ctx, params, body }) => {
    await changeView(ctx, params.id, body)
    return viewSavedView(ctx, params.id)
  }),
  route(contract.deleteSavedView, async ({ ctx, params }) => {
    await deleteView(ctx, params.id)
    return { deleted: true as const }
  }),
]
